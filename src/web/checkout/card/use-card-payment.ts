import type { Card } from '@square/web-payments-sdk-types';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { encodePendingRegistration } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import { type BillingForm, processSquarePayment } from '#contract/square.ts';
import { type ApiError, call } from '../../api.ts';
import { readPendingRegistration } from '../../pending-registration.ts';
import { dismissToast, toast } from '../../ui/toast-store.ts';
import { askForToken } from './ask-for-token.ts';
import { type BillingProblems, problemsFromServer } from './billing-values.ts';
import { cardPaymentErrorText, paidOrder } from './card-payment-error.ts';
import { goToSuccess, goToTickets } from './go-to-tickets.ts';

interface CardProblem {
  readonly title: string;
  /** Undefined if nothing went wrong. */
  readonly text: string | undefined;
}

interface CardPaymentInput {
  readonly order: Order;
  readonly item: { readonly id?: string | undefined; readonly name?: string | undefined };
  /** The server has confirmed since the last failure that nothing was charged. */
  readonly isUncharged: boolean;
  /** The page is locked until the response. */
  readonly onPaying: (isPaying: boolean) => void;
  readonly onRefusedFields: (problems: BillingProblems) => void;
  /** The order may have changed; reload it. `ending` says why it has ended. */
  readonly onFailed: (mayBeCharged: boolean, ending?: string) => void;
}

/** Pays the order with a new token each time, and leaves for the success page once it is paid or being confirmed. */
export function useCardPayment({
  order,
  item,
  isUncharged,
  onPaying,
  onRefusedFields,
  onFailed,
}: CardPaymentInput) {
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const total = order.totalAmount;

  const lastToast = useRef(0);
  const tell = (title: string, description: string) => {
    lastToast.current = toast({ title, description, tone: 'error' });
  };

  /** A try that fails before the server looks at the order says nothing about an earlier one, so that problem stays `shown`. */
  const stop = (title: string, text?: string, shown: CardProblem | null = { title, text }) => {
    setProblem(shown);
    onPaying(false);
    if (text) tell(title, text);
  };

  const unsure = problem?.title === MAYBE_CHARGED ? problem : undefined;
  const isCleared = isUncharged && Boolean(unsure);
  const sayUncharged = useEffectEvent(() => stop(FAILED, UNCHARGED));
  useEffect(() => {
    if (isCleared) sayUncharged();
  }, [isCleared]);

  const fail = (error: unknown) => {
    const { code, status, fields = {}, sentence } = error as Partial<ApiError>;
    if (code === 'payment_under_way') return goToSuccess(order.transactionId);
    // Tries are counted before the order is looked at.
    if (unsure && status === 429) return stop(FAILED, '', unsure);
    const text = cardPaymentErrorText(error);
    const problems = problemsFromServer(fields);
    const mayBeCharged = UNSURE.includes(code);
    if (problems.size > 0) {
      onRefusedFields(problems);
      stop(FAILED, text, null);
    } else if (mayBeCharged) stop(MAYBE_CHARGED, `${sentence} You won’t be charged twice.`);
    else stop(FAILED, text);
    onFailed(mayBeCharged, FINAL.includes(code) ? text : undefined);
  };

  const pay = async (card: Card, billing: BillingForm) => {
    onPaying(true);
    setProblem(null);
    // The last attempt's toast must not cover the bank's challenge.
    dismissToast(lastToast.current);
    const pending = readPendingRegistration();
    const response = await askForToken(card, total, billing);
    if (response.kind !== 'token') return stop(response.text ? FAILED : CALLED_OFF, response.text, unsure);
    try {
      const charged = await call(processSquarePayment, {
        body: {
          sourceId: response.token,
          catalogItemId: item.id,
          orderId: order.transactionId,
          amount: total,
          itemName: item.name,
          billingData: billing,
          registrationData: pending ? JSON.stringify(encodePendingRegistration(pending)) : undefined,
        },
      });
      goToTickets(paidOrder(charged));
    } catch (error) {
      fail(error);
    }
  };
  return { problem, pay };
}

const FAILED = 'Payment Failed';
const MAYBE_CHARGED = 'Your card may have been charged';
const UNCHARGED = 'Nothing was charged. You can pay again.';
type Code = ErrorCode | 'unreachable' | undefined;
/** The order itself has ended. */
const FINAL: readonly Code[] = ['payment_not_open', 'declined_too_often'];
/** The charge may have been made. Any other refusal says that it wasn't, also one with status 503. */
const UNSURE: readonly Code[] = ['unreachable', 'unavailable', 'internal'];
const CALLED_OFF = 'You canceled the payment. Nothing was charged.';
