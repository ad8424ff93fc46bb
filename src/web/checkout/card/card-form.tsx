import { LockKeyhole } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, type RefObject, useRef, useState } from 'react';
import type { HeldSeats } from '#contract/checkout-order.ts';
import type { Order } from '#contract/orders.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { keptUntilText } from '../../kept-until-text.ts';
import { readPendingRegistration } from '../../pending-registration.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Fieldset } from '../../ui/fieldset.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useErrorTitle } from '../../ui/use-error-title.ts';
import { Arriving } from '../arriving.tsx';
import { readBillingDraft } from './billing-draft.ts';
import { BillingFields } from './billing-fields.tsx';
import { knownBilling, whatIsMissing } from './billing-values.ts';
import { CardFrame } from './card-frame.tsx';
import { useBillingForm } from './use-billing-form.ts';
import { type CardField, FIELD_FAILED, useCardField, useOneZipCode } from './use-card-field.ts';
import { useCardPayment } from './use-card-payment.ts';
import { useKeptSeats } from './use-kept-seats.ts';

/** Card field, billing address and button. Input stays until the order is paid. */
export function CardForm({
  order,
  item,
  linkedAmount,
  isPaying,
  isUncharged,
  onPaying,
  onEnded,
  onFailed,
}: {
  order: Order;
  item: { readonly id: string | undefined; readonly name: string | undefined };
  /** The amount in the link to this page; the order's own total is charged. */
  linkedAmount: Cents | undefined;
  isPaying: boolean;
  /** The server has confirmed since the last failure that nothing was charged. */
  isUncharged: boolean;
  onPaying: (isPaying: boolean) => void;
  /** The seats are no longer held. */
  onEnded: () => void;
  onFailed: (mayBeCharged: boolean, ending?: string) => void;
}) {
  const total = order.totalAmount;
  const [initial] = useState(() => readBillingDraft(order, knownBilling(order, readPendingRegistration())));
  const form = useBillingForm(order, initial);
  const page = useRef<HTMLFormElement>(null);
  const { host, field, retry } = useCardField(() => page.current?.requestSubmit());
  useOneZipCode(field.card, form.values.postalCode, form.followZipCode);
  const button = useRef<HTMLButtonElement>(null);
  const { problem, pay } = useCardPayment({
    ...{ order, item, isUncharged, onPaying, onFailed },
    onRefusedFields: form.refuse,
  });
  const { held, isEnding, keep } = useKeptSeats(order.transactionId, onEnded);
  useErrorTitle(Boolean(problem?.text));
  const missing = whatIsMissing(form.values, field.status);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing || isPaying || !field.card) return;
    const billing = form.check();
    if (!billing) return;
    // The fields are about to be disabled, and a disabled field loses the focus.
    button.current?.focus();
    void pay(field.card, billing);
  };

  return (
    <CardFrame
      item={{
        name: order.packageLabel,
        total,
        number: order.registrationNumber,
        keptUntil: held?.keptUntil ?? null,
      }}
    >
      <form
        ref={page}
        noValidate
        onSubmit={submit}
        onInput={keep}
        onFocus={keep}
        className="flex flex-col gap-8"
      >
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {linkedAmount !== undefined && linkedAmount !== total && (
          <Notice tone="warn" title={`The total is ${formatUsd(total)}`}>
            The link showed {formatUsd(linkedAmount)}.
          </Notice>
        )}
        {problem && (
          <Arriving>
            <Notice tone={problem.text ? 'error' : 'info'} title={problem.title}>
              {problem.text}
            </Notice>
          </Arriving>
        )}
        <CardFieldBox host={host} status={field.status} onRetry={retry} />
        <BillingFields form={form} isLocked={isPaying} />
        <PayBar ref={button} total={total} missing={missing} isPaying={isPaying}>
          {isEnding && <HoldEnding held={held!} onKeep={() => button.current?.focus()} />}
        </PayBar>
      </form>
    </CardFrame>
  );
}

/** Holds the provider's card field, and a placeholder until it has loaded. */
function CardFieldBox({
  host,
  status,
  onRetry,
}: {
  host: RefObject<HTMLDivElement | null>;
  status: CardField['status'];
  onRetry: () => void;
}) {
  return (
    <Fieldset
      legend="Card"
      hint="These fields belong to Square, which processes the payment. Your card number never reaches this site."
      aria-busy={status === 'loading'}
    >
      {status === 'failed' && (
        <Notice
          tone="error"
          title="Payment Error"
          action={
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {FIELD_FAILED}
        </Notice>
      )}
      <div className="relative">
        {status === 'loading' && (
          <div className="flex flex-col gap-3">
            <span className="sr-only" role="status">
              Loading the card field
            </span>
            <Skeleton className="h-12" />
            <Skeleton className="h-12 w-2/3" />
          </div>
        )}
        {/* Laid out while it loads, because the provider's field measures its container. */}
        <div ref={host} className={status === 'ready' ? undefined : 'invisible absolute inset-x-0 top-0'} />
      </div>
    </Fieldset>
  );
}

/** The button with the amount, and why it is disabled. On phones it stays at the bottom edge. */
function PayBar({
  ref,
  total,
  missing,
  isPaying,
  children,
}: {
  ref: Ref<HTMLButtonElement>;
  total: Cents;
  missing: string | null;
  isPaying: boolean;
  children: ReactNode;
}) {
  return (
    <div className="bottom-bar">
      <div role="status">{!isPaying && children}</div>
      <Button
        ref={ref}
        type="submit"
        variant="beacon"
        size="lg"
        className="w-full even-figures"
        busy={isPaying}
        busyLabel="Processing"
        aria-disabled={missing !== null}
        aria-describedby="pay-why"
      >
        {`Pay ${formatUsd(total)}`}
      </Button>
      <p id="pay-why" className="mt-2 flex gap-2 text-sm text-fg-2">
        {!missing && <LockKeyhole aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
        <span>{missing ?? 'Charged once, when you press the button. Your tickets come by email.'}</span>
      </p>
      <p role="status" className="sr-only">
        {isPaying && 'Your payment is being processed.'}
      </p>
    </div>
  );
}

/** `onKeep` moves the focus to another part of the form, which counts as its use and keeps the seats. */
function HoldEnding({ held, onKeep }: { held: HeldSeats; onKeep: () => void }) {
  return (
    <div className="mb-2 flex items-center justify-between gap-3 text-sm font-semibold">
      Held for you until {keptUntilText(held.keptUntil)}.
      {!held.isFinal && (
        <Button variant="secondary" size="sm" onClick={onKeep}>
          Hold longer
        </Button>
      )}
    </div>
  );
}
