import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as landingTexts from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { OFFER_WORDS, QUOTE_WORDS } from '#contract/words/quotes.ts';
import type { Offer, OfferRefusal } from '#domain/offer.ts';
import { findPackage, seatsOf } from '#domain/packages.ts';
import { currentPackages } from '../packages.ts';
import { ORDER_KEY, readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';
import { carryToNextPage, sessionStore } from '../storage.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSale } from '../use-sale.ts';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import { amountsOf, couponKey } from './applied-coupon.ts';
import { ContinueBar } from './continue-bar.tsx';
import { CouponField } from './coupon-field.tsx';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, readDraft, useDraftKeeping } from './draft.ts';
import { EventTypeChoice } from './event-type-choice.tsx';
import { FormProvider } from './form-field.ts';
import type { FormValues } from './form-values.ts';
import { cheapestOf, offerNow, offersOf, refusalLabel } from './offers.ts';
import { OrderSummary } from './order-summary.tsx';
import { PackageChoice } from './package-choice.tsx';
import { pendingFrom } from './pending.ts';
import type { CapacityDays } from './seat-figures.ts';
import { TeamFields } from './team-fields.tsx';
import { withTyped } from './typed-before.ts';
import { useCoupon } from './use-coupon.ts';
import { useNextCheckoutOncePaid } from './use-next-checkout.ts';
import { useRegistrationForm } from './use-registration-form.ts';

interface RegistrationFormProps {
  /** The seats left; null while unknown. */
  readonly days: CapacityDays;
  /** On phones the fields wait until a package is chosen or Continue is pressed. */
  readonly opensOnChoice?: boolean;
}

/**
 * The whole form, which leads to the summary page. Hidden without JavaScript, unless nothing is available: that notice
 * needs no script.
 */
export function RegistrationForm(props: RegistrationFormProps) {
  const [visit, setVisit] = useState(0);
  // The back button can restore the page from the browser's cache after a purchase; start as a fresh load would.
  useWhenShownAgain(() => setVisit((before) => before + 1));
  return <Form key={visit} {...props} />;
}

function Form({ days, opensOnChoice = false }: RegistrationFormProps) {
  useNextCheckoutOncePaid();
  const { isOver } = useSale();
  const box = useRef<HTMLFormElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(false);
  const leadsToFields = useRef(false);
  useEffect(() => {
    if (isOpened && leadsToFields.current) document.getElementById('firstName')?.focus();
    leadsToFields.current = false;
  }, [isOpened]);
  /** Undefined until it is read in the browser. */
  const [draft, setDraft] = useState<Draft | null>();
  const form = useRegistrationForm();
  const { values } = form.state;
  const { eventType, size } = values;
  const { offer, reason } = useOffer(values, days);
  const nothing = cheapestOf(offersOf(days)).refusal;
  const price = offer?.price ?? 0;
  const order = { eventType, seats: seatsOf(size), price };
  const coupon = useCoupon(order, draft ?? null);
  const { code, applied } = coupon;
  const markSubmitted = useDraftKeeping(draft, {
    values,
    couponCode: code,
    coupon: applied && { key: couponKey(order), applied },
  });
  const amounts = amountsOf(price, applied);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the form renders with the draft.
  useLayoutEffect(() => {
    const kept = readDraft(readPendingRegistration() !== null);
    form.restore(withTyped(kept?.values, box.current!));
    setDraft(kept);
  }, []);

  const isOpen = !opensOnChoice || isOpened || hasBegun(values);
  const choosePackage = (chosen: FormValues['size']) => {
    setOpened(true);
    if (chosen !== size) form.choosePackage(chosen);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offer || reason) return;
    if (details.current?.offsetParent === null) {
      leadsToFields.current = true;
      setOpened(true);
      return;
    }
    const registration = form.check(coupon.complainIfUnused());
    // The browser's own error page would replace this one; `OfflineBanner` says why it stays.
    if (!registration || !navigator.onLine) return;
    // After any change it is still the same purchase, so its order replaces the previous one.
    const checkoutId = readPendingRegistration()?.checkoutId ?? crypto.randomUUID();
    markSubmitted();
    savePendingRegistration(pendingFrom(registration, offer, applied, checkoutId));
    sessionStore.remove(ORDER_KEY);
    carryToNextPage();
    location.assign(paths.checkout);
  };

  return (
    <FormProvider value={form.state}>
      <form
        ref={box}
        noValidate
        onSubmit={submit}
        className={cx('checkout-grid', !nothing && 'noscript:hidden')}
      >
        <div className="flex min-w-0 flex-col gap-7 sm:gap-10">
          <ErrorSummary errors={form.errors.filter(coupon.isStillShown)} attempt={form.attempt} />
          {nothing ? (
            <NothingOnSale refusal={nothing} />
          ) : (
            <>
              {isOver && (
                <Notice title={texts.concluded.title}>{landingTexts.registration.afterProgram}</Notice>
              )}
              <EventTypeChoice days={days} value={eventType} onChoose={form.chooseEventType} />
              <PackageChoice days={days} eventType={eventType} value={size} onChoose={choosePackage} />
              {reason && <Notice tone="warn">{reason}</Notice>}
            </>
          )}
          {price > 0 && (reason === null || hasBegun(values)) && (
            <div ref={details} className={cx('flex flex-col gap-10', !isOpen && 'max-sm:hidden')}>
              <DetailsFields />
              {order.seats > 1 && <TeamFields seats={order.seats} />}
              <CouponField coupon={coupon} />
            </div>
          )}
          {!nothing && (
            <ContinueBar
              item={offer?.package.name}
              amounts={amounts}
              reason={reason}
              isReady={draft !== undefined}
            />
          )}
        </div>
        {!nothing && (
          <OrderSummary choice={{ eventType, size }} amounts={amounts} coupon={applied} reason={reason} />
        )}
      </form>
    </FormProvider>
  );
}

/** The offer for the chosen package, and a sentence if it isn't available. */
function useOffer(
  { eventType, size }: FormValues,
  days: CapacityDays,
): { offer: Offer | null; reason: string | null } {
  // Rerenders when the time changes an offer.
  useSale();
  const chosen = findPackage(currentPackages(), eventType, seatsOf(size));
  if (!chosen) return { offer: null, reason: `${QUOTE_WORDS.package_unknown} ${ANOTHER}` };
  const offer = offerNow(chosen, days);
  const { refusal } = offer;
  if (refusal === null) return { offer, reason: null };
  const isForSeats = refusal === 'sold_out' || refusal === 'too_few_seats';
  return { offer, reason: isForSeats ? OFFER_WORDS[refusal] : `${OFFER_WORDS[refusal]} ${ANOTHER}` };
}

const ANOTHER = 'Choose another one to continue.';

/** Keeps the input visible if the last seats sell out in the meantime. */
function hasBegun({ firstName, lastName, email, phone }: FormValues): boolean {
  return [firstName, lastName, email, phone].some((one) => one !== '');
}

/** Replaces packages and Continue while nothing is available. */
function NothingOnSale({ refusal }: { refusal: OfferRefusal }) {
  const isSoldOut = refusal === 'sold_out';
  return (
    <Notice
      tone="warn"
      title={refusalLabel(refusal)}
      action={
        <ButtonLink href={paths.section('newsletter')}>
          {isSoldOut ? landingTexts.registration.tellMe : landingTexts.registration.getUpdates}
        </ButtonLink>
      }
    >
      {isSoldOut && landingTexts.registration.allTakenText}
    </Notice>
  );
}
