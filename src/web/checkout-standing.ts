import { useEffect, useEffectEvent } from 'react';
import { event } from '#content/event.ts';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { formatTime } from '#domain/calendar.ts';

/** Whether there is a page to continue paying at, and time left. */
export function isOpenAt(
  order: CheckoutOrder,
  at: Date,
): order is CheckoutOrder & { readonly url: string; readonly keptUntil: string } {
  const { standing, url, keptUntil } = order;
  return standing === 'open' && url !== null && keptUntil !== null && at < new Date(keptUntil);
}

/** Runs when the back button shows a page from the browser's cache, whose data may be stale. */
export function useWhenShownAgain(act: () => void): void {
  const hear = useEffectEvent((shown: PageTransitionEvent) => {
    if (shown.persisted) act();
  });
  useEffect(() => {
    const listener = (shown: PageTransitionEvent) => hear(shown);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);
}

/** `10:42 AM Denver time` */
export function keptUntilText(instant: string): string {
  return `${formatTime(event.zone, new Date(instant))} ${event.venue.city} time`;
}
