import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { formatDays } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import type { Offer } from '#domain/offer.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { boot } from '../boot.ts';
import { ContactEmail } from '../contact-email.tsx';
import { Card } from '../ui/card.tsx';
import { byEventType, cheapestOf, offersOf, refusalLabel } from './offers.ts';
import { PackagePrice } from './package-price.tsx';
import { type CapacityDays, seatWords } from './seat-figures.ts';

/**
 * Replaces the form without JavaScript while something is available: prices, dates, seats and contact. It is beside the
 * form's island, not in it: the browser's script doesn't need it.
 */
export function PriceList({ days, className }: { days: CapacityDays; className?: string }) {
  const { phone } = boot.contact;
  const offers = offersOf(days);
  if (cheapestOf(offers).refusal) return null;
  return (
    <noscript>
      <div className={className}>
        <p className="text-fg-2">
          {landingTexts.registration.withoutScript}{' '}
          <a href={telephoneUrl(phone)} className="link whitespace-nowrap">
            {phone}
          </a>
          , <ContactEmail />
        </p>
        <div className="mt-6 grid gap-6 lg:grid-cols-2">
          {byEventType(offers).map((some) => (
            <Prices key={some[0]!.package.eventType} offers={some} days={days} />
          ))}
        </div>
      </div>
    </noscript>
  );
}

function Prices({ offers, days }: { offers: readonly Offer[]; days: CapacityDays }) {
  const { eventType } = offers[0]!.package;
  const seats = seatWords(days, eventType);
  return (
    <Card>
      <h3>{landingTexts.eventTypeNames[eventType]}</h3>
      <p className="mt-1 text-md text-fg-2">
        {formatDays(daysOf(event, eventType), 'short')}
        {seats && ` · ${seats}`}
      </p>
      <ul className="mt-3 grid gap-2">
        {offers.map((offer) => (
          <li key={offer.package.size} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{offer.package.name}</span>
            {offer.refusal ? (
              <span className="text-error">{refusalLabel(offer.refusal)}</span>
            ) : (
              <span className="flex items-baseline gap-x-3">
                <PackagePrice offer={offer} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
