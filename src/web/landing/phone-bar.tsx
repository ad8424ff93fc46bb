import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { formatDay } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { refusalLabel } from '../register/offers.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { useSale } from '../use-sale.ts';
import { useCheapest, useMainAction } from './landing-data.tsx';

/** The bar at the bottom on phones: date, price and main action. `show-phone-bar.ts` shows it. */
export function PhoneBar() {
  const { isClosed, isOver, isOnToday } = useSale();
  const { offer, refusal } = useCheapest();
  const { href, label } = useMainAction();
  const figure = offer
    ? `${landingTexts.ticketOptions.from} ${formatUsd(offer.price, 'whole')}`
    : refusalLabel(refusal);
  return (
    <div
      id="phone-bar"
      hidden
      // The consent banner is at the same edge.
      className="on-ink fixed inset-x-0 bottom-0 z-20 flex h-16 items-center justify-between gap-4 border-t border-line bg-ink px-5 sm:hidden print:hidden [:root:has(#consent-title)_&]:hidden"
    >
      {(isOnToday || !(isClosed || isOver)) && (
        <>
          <p className="text-md font-semibold">
            {isOnToday ? (
              landingTexts.hero.today
            ) : (
              <>
                <time dateTime={event.day}>{formatDay(event.day, 'brief')}</time> · {figure}
              </>
            )}
          </p>
          <ButtonLink href={href} variant="beacon">
            {label}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
