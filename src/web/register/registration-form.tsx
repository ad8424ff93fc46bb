import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { seatsOf } from '#domain/packages.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { amountsOf } from './applied-coupon.ts';
import { ContinueBar } from './continue-bar.tsx';
import { CouponField } from './coupon-field.tsx';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, readDraft } from './draft.ts';
import { EventTypeChoice } from './event-type-choice.tsx';
import { FormProvider } from './form-field.ts';
import { blankValues, type FormValues } from './form-values.ts';
import { OrderSummary } from './order-summary.tsx';
import { PackageChoice } from './package-choice.tsx';
import { continueCheckout, pendingFrom } from './pending.ts';
import type { CapacityDays } from './seat-figures.ts';
import { TeamFields } from './team-fields.tsx';
import { withTyped } from './typed-before.ts';
import { useCoupon } from './use-coupon.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { useNextCheckoutOncePaid } from './use-next-checkout.ts';
import { useOffer } from './use-offer.ts';
import { useRegistrationForm } from './use-registration-form.ts';

/**
 * Everything between “which days” and “continue”. `onContinue` gets what the summary page needs; `days` are the
 * seats left, null while unknown; `onErrors` hears whether the last try failed, for the page's title.
 */
export function RegistrationForm({
  days,
  onContinue,
  onErrors,
}: {
  days: CapacityDays;
  onContinue: (pending: PendingRegistration) => void;
  onErrors?: (hasErrors: boolean) => void;
}) {
  useNextCheckoutOncePaid();
  const box = useRef<HTMLFormElement>(null);
  /** Undefined until it is read, which the server cannot do. */
  const [draft, setDraft] = useState<Draft | null>();
  const form = useRegistrationForm();
  const { values } = form.state;
  const { eventType, size } = values;
  const { offer, reason } = useOffer({ eventType, size }, days);
  const price = offer?.price ?? 0;
  const order = { eventType, seats: seatsOf(size), price };
  const coupon = useCoupon(order, draft ?? null);
  const markSubmitted = useDraftKeeping(draft, { values, coupon, order });
  const amounts = amountsOf(price, coupon.applied);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the form is drawn with what it held.
  useLayoutEffect(() => {
    const kept = readDraft(readPendingRegistration() !== null);
    form.restore(withTyped(kept?.values ?? blankValues(), box.current!));
    setDraft(kept);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offer || reason) return;
    const registration = form.check(coupon.complainIfUnused());
    onErrors?.(registration === null);
    if (!registration) return;
    const pending = pendingFrom(registration, offer, coupon.applied, crypto.randomUUID());
    markSubmitted();
    onContinue(continueCheckout(pending, readPendingRegistration()));
  };

  return (
    <FormProvider value={form.state}>
      <form
        ref={box}
        noValidate
        onSubmit={submit}
        className="grid items-start gap-10 lg:grid-cols-[minmax(0,35rem)_minmax(0,21.25rem)] lg:justify-between"
      >
        <div className="flex min-w-0 flex-col gap-10">
          <ErrorSummary errors={form.errors} attempt={form.attempt} />
          <EventTypeChoice days={days} value={eventType} onChoose={form.chooseEventType} />
          <PackageChoice days={days} eventType={eventType} value={size} onChoose={form.choosePackage} />
          {reason && <Notice tone="warn">{reason}</Notice>}
          {price > 0 && (reason === null || hasBegun(values)) && (
            <>
              <DetailsFields />
              {order.seats > 1 && <TeamFields seats={order.seats} />}
              <CouponField coupon={coupon} />
            </>
          )}
          <ContinueBar amounts={amounts} reason={reason} isReady={draft !== undefined} />
        </div>
        <OrderSummary
          choice={{ eventType, size }}
          amounts={amounts}
          coupon={coupon.applied}
          reason={reason}
        />
      </form>
    </FormProvider>
  );
}

/** What was typed stays in sight when the last seats go meanwhile. */
function hasBegun({ firstName, lastName, email, phone }: FormValues): boolean {
  return [firstName, lastName, email, phone].some((one) => one !== '');
}
