import { event } from '#content/event.ts';
import { eventTypeNames, ticketOptions } from '#content/landing-texts.ts';
import { formatDays } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { formatUsd } from '#domain/money.ts';
import type { Offer } from '#domain/offer.ts';
import { byEventType, cheapestOf, offersOf, refusalLabel } from '../register/offers.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { CheckMark } from '../ui/check-mark.tsx';
import { useSale } from '../use-sale.ts';
import { useLanding } from './landing-data.tsx';

/** The two ticket options and what each includes. */
export function TicketOptions() {
  const { isClosed, isOver } = useSale();
  const offers = offersOf(useLanding().capacity);
  const { refusal } = cheapestOf(offers);
  return (
    <article className="on-ink rounded-panel bg-ink p-5 sm:p-9 lg:sticky lg:top-6 lg:self-start">
      <h3 className="text-xl sm:text-2xl">{isOver ? ticketOptions.titleAfter : ticketOptions.title}</h3>
      <p className="mt-2 text-md text-fg-2">{isOver ? ticketOptions.introAfter : ticketOptions.intro}</p>
      {byEventType(offers).map((those) => (
        <Option key={those[0]!.package.eventType} offers={those} />
      ))}
      {!isClosed && !isOver && !refusal && (
        <ButtonLink href="#registration" variant="secondary" size="lg" className="mt-5 w-full">
          {ticketOptions.choose}
        </ButtonLink>
      )}
    </article>
  );
}

/** What is offered for one event type. */
function Option({ offers }: { offers: readonly Offer[] }) {
  const { isClosed } = useSale();
  const { offer, refusal } = cheapestOf(offers);
  const { eventType, includes } = offers[0]!.package;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="font-semibold sm:text-lg">{eventTypeNames[eventType]}</h4>
        {!isClosed &&
          (refusal ? (
            <Badge tone="warn">{refusalLabel(refusal)}</Badge>
          ) : (
            <p className="text-md text-fg-2">
              {ticketOptions.from}{' '}
              <strong className="font-display text-lg font-[680] sm:text-xl text-fg">
                {formatUsd(offer.price, 'whole')}
              </strong>
            </p>
          ))}
      </div>
      <p className="text-md text-beacon">{formatDays(daysOf(event, eventType), 'short')}</p>
      <ul className="mt-2 grid gap-1 text-dense text-fg-2">
        {includes.map((item) => (
          <li key={item} className="flex gap-2.5">
            <CheckMark />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
