import type { Card } from '@square/web-payments-sdk-types';
import { useRef, useState } from 'react';
import { encodePendingRegistration } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import { type BillingForm, processSquarePayment } from '#contract/square.ts';
import { ApiError, call } from '../../api.ts';
import { readPendingRegistration } from '../../pending-registration.ts';
import { dismissToast, toast } from '../../ui/toast-store.ts';
import { cardPaymentErrorText, paidOrder } from '../payment-error.ts';
import { askForToken } from './ask-for-token.ts';
import { type BillingProblems, problemsFromServer } from './billing-values.ts';
import { goToSuccess, goToTickets } from './go-to-tickets.ts';

export interface CardProblem {
  readonly tone: 'error' | 'info';
  readonly text: string;
  /** The order can no longer be paid; the buyer has to start again. */
  readonly isFinal: boolean;
}

interface CardPaymentInput {
  readonly order: Order;
  readonly item: { readonly id?: string | undefined; readonly name?: string | undefined };
  /** The page is locked until the response. */
  readonly onPaying: (isPaying: boolean) => void;
  readonly onRefusedFields: (problems: BillingProblems) => void;
  /** The order may have changed; reload it. `ending` says why it has ended. */
  readonly onFailed: (ending?: string) => void;
}

/** Pays the order with a new token each time, and leaves for the success page once it is paid or being confirmed. */
export function useCardPayment({ order, item, onPaying, onRefusedFields, onFailed }: CardPaymentInput) {
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const total = order.totalAmount;

  const lastToast = useRef<number | null>(null);
  const tell = (text: string) => {
    lastToast.current = toast({ title: 'Payment Failed', description: text, tone: 'error' });
  };

  const stop = (text: string, { tone = 'error', isFinal = false }: Partial<CardProblem> = {}) => {
    setProblem({ tone, text, isFinal });
    onPaying(false);
    if (tone === 'error') tell(text);
  };

  const fail = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'payment_under_way') return goToSuccess(order.transactionId);
    const text = cardPaymentErrorText(error);
    const isFinal = code !== null && FINAL.includes(code);
    const problems = error instanceof ApiError ? problemsFromServer(error.fields) : new Map();
    if (problems.size > 0) {
      onPaying(false);
      onRefusedFields(problems);
      tell(text);
    } else {
      stop(text, { isFinal });
    }
    onFailed(isFinal ? text : undefined);
  };

  const pay = async (card: Card, billing: BillingForm) => {
    onPaying(true);
    setProblem(null);
    // The last attempt's toast must not cover the bank's challenge.
    if (lastToast.current !== null) dismissToast(lastToast.current);
    const pending = readPendingRegistration();
    const response = await askForToken(card, total, billing);
    if (response.kind === 'refused') return stop(response.text);
    if (response.kind === 'called_off') return stop(CALLED_OFF, { tone: 'info' });
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

/** The order itself has ended. */
const FINAL: readonly (ErrorCode | 'unreachable')[] = ['payment_not_open', 'declined_too_often'];
const CALLED_OFF = 'You canceled the payment. Nothing was charged.';
