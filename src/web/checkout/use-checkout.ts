import { useEffect, useEffectEvent, useState } from 'react';
import {
  createCheckoutSession,
  encodePendingRegistration,
  type PendingRegistration,
} from '#contract/checkout.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { startCounting, track } from '../analytics.ts';
import { ApiError, call } from '../api.ts';
import { saveRegistrationOrder } from '../bought-registration.ts';
import { now } from '../clock.ts';
import { refreshPackages } from '../packages.ts';
import { DRAFT_KEY, savePendingRegistration } from '../pending-registration.ts';
import { carryToNextPage, sessionStore } from '../storage.ts';
import { toast } from '../ui/toast-store.ts';
import { useSale } from '../use-sale.ts';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import { isAboutCoupon, NO_URL, paymentErrorText, refusedFields } from './payment-error.ts';
import { isStale, quotePending, reprice, seatsOfPending, shownAmounts, withoutCoupon } from './reprice.ts';

export interface PaymentProblem {
  readonly text: string;
  readonly details: readonly string[];
  readonly offer: 'remove_coupon' | 'reload' | null;
}

/** The summary's state: content, changes, errors, and whether the button is locked. */
export function useCheckout(initial: PendingRegistration) {
  // Also rerenders when the time changes an offer.
  const sale = useSale();
  const [pending, setPending] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  // When the back button restores the page from the browser's cache, the button must work again.
  useWhenShownAgain(() => setBusy(false));
  // Paying counts an event and leaves the page at once, which loses it if the tag is still loading. On each render,
  // because the visitor may have consented on this page.
  useEffect(() => void startCounting());
  const [problem, setProblem] = useState<PaymentProblem | null>(null);
  const [news, setNews] = useState<string | null>(null);
  const { quote, refusal } = quotePending(pending, now());

  const keep = (next: PendingRegistration) => {
    if (pending.couponCode && !next.couponCode) removeDraftCoupon();
    savePendingRegistration(next);
    setPending(next);
  };

  /** Returns whether the total has changed. */
  const refreshPrice = async (): Promise<boolean> => {
    const current = quotePending(pending, now()).quote;
    if (!current) return false;
    const next = await reprice(pending, current);
    keep(next.pending);
    const hasChanged = shownAmounts(next.pending).total !== shownAmounts(pending).total;
    if (hasChanged) setNews(next.couponRefusal ?? NEW_TOTAL);
    return hasChanged;
  };

  const fail = (error: unknown, offer: PaymentProblem['offer'] = null) => {
    const text = paymentErrorText(error);
    setProblem({ text, details: refusedFields(error), offer });
    setBusy(false);
    toast({ title: 'Payment Error', description: text, tone: 'error' });
  };

  const failUnlessRepriced = async (error: ApiError) => {
    try {
      await refreshPackages();
      if (await refreshPrice()) setBusy(false);
      else fail(error, 'reload');
    } catch (second) {
      fail(second);
    }
  };

  /** `provider` is the chosen one, if there is a choice. */
  const pay = async (provider?: PaymentProvider) => {
    setBusy(true);
    setProblem(null);
    setNews(null);
    try {
      const session = await call(createCheckoutSession, { body: { ...sessionBody(pending), provider } });
      if (!session.url) throw new Error(NO_URL);
      saveRegistrationOrder(session.transactionId);
      track('begin_checkout', pending.finalAmount);
      // Only within this site: the provider's page could read it.
      if (new URL(session.url, location.origin).origin === location.origin) carryToNextPage();
      // If the visitor stops the navigation, as with Escape, this page stays. Older browsers don't tell.
      window.navigation?.addEventListener('navigateerror', () => setBusy(false), { once: true });
      window.location.assign(session.url);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'registration_closed' || code === 'registration_closed_early') setRefused(true);
      else if (error instanceof ApiError && code === 'price_changed') await failUnlessRepriced(error);
      else fail(error, pending.couponCode && isAboutCoupon(error) ? 'remove_coupon' : null);
    }
  };

  // A failure here surfaces again when paying, because the server compares the amounts.
  const catchUp = useEffectEvent(() => void refreshPrice().catch(fail));
  const needsPrice = quote !== null && isStale(pending, quote);
  useEffect(() => {
    if (needsPrice) catchUp();
  }, [needsPrice]);

  const removeCoupon = () => {
    if (!quote) return;
    setProblem(null);
    keep(withoutCoupon(pending, quote));
    setNews(NEW_TOTAL);
  };
  // The server may say so before the page's clock does; the clock waits for a payment that has begun.
  const isClosed = isRefused || (sale.isClosed && !isBusy);
  const { isOver } = sale;
  return { pending, refusal, problem, news, isBusy, isClosed, isOver, pay, removeCoupon };
}

/** Otherwise the form would show a removed coupon as applied. */
function removeDraftCoupon(): void {
  const draft = sessionStore.getJson(DRAFT_KEY);
  if (draft) sessionStore.set(DRAFT_KEY, JSON.stringify({ ...draft, coupon: null }));
}

const NEW_TOTAL = 'Please confirm the new total.';

function sessionBody(pending: PendingRegistration) {
  return {
    eventType: pending.eventType,
    teamMemberCount: seatsOfPending(pending),
    pricingType: pending.pricingType,
    registrationData: encodePendingRegistration(pending),
  };
}
