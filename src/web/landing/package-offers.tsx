import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import type { Offer } from '#domain/offer.ts';
import type { EventType } from '#domain/packages.ts';
import { PackagePrice } from '../register/package-price.tsx';
import { seatWords } from '../register/seat-figures.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { CheckMark } from '../ui/check-mark.tsx';
import { cx } from '../ui/cx.ts';
import { useLanding } from './landing-data.tsx';
import { Later } from './later.tsx';
import { byEventType, refusalWords, useOffers } from './offers.ts';

/** Every package as a ticket that leads to the form, as things stood when the page was rendered. */
export function PackageOffers() {
  return (
    <div className="grid grid-cols-1 gap-10">
      {byEventType(useOffers()).map((offers) => (
        <Later key={offers[0]!.package.eventType}>
          <Days offers={offers} />
        </Later>
      ))}
    </div>
  );
}

/** The packages of one event type, under its name, its dates and the seats that are left. */
function Days({ offers }: { offers: readonly Offer[] }) {
  const { eventType } = offers[0]!.package;
  const hasEnded = offers.some(({ refusal }) => refusal === 'sale_ended');
  const seats = seatWords(useLanding().capacity, eventType);
  const isScarce = hasEnded || (seats !== null && !/^\d/.test(seats));
  const titleId = `offers-${eventType}`;
  return (
    <section aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div>
          <h3 id={titleId} className="text-xl">
            {titleOf(eventType)}
          </h3>
          <p className="mt-0.5 text-md text-fg-2">
            {daysOf(event, eventType)
              .map((day) => formatDay(day, 'short'))
              .join(' and ')}
          </p>
        </div>
        {(hasEnded || seats) && (
          <Badge tone={isScarce ? 'warn' : 'ok'} className="sm:ml-auto">
            {hasEnded ? landingTexts.registration.saleEnded : seats}
          </Badge>
        )}
      </div>
      <ul
        className={cx('mt-4 grid grid-cols-1 gap-5', offers.length > 2 ? 'lg:grid-cols-3' : 'lg:grid-cols-2')}
      >
        {offers.map((offer) => (
          <li key={offer.package.size}>
            <OfferTicket offer={offer} isWide={offers.length <= 2} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(eventType: EventType): string {
  return daysOf(event, eventType).includes(event.training.day) ? event.training.name : event.name;
}

function OfferTicket({ offer, isWide }: { offer: Offer; isWide: boolean }) {
  const one = offer.package;
  const refusal = offer.refusal && refusalWords(offer.refusal);
  const nameId = `offer-${one.eventType}-${one.size}`;
  return (
    <article
      aria-labelledby={nameId}
      className={cx(
        'relative flex h-full flex-col rounded-card bg-surface shadow-card',
        isWide && 'sm:grid sm:grid-cols-[minmax(0,1fr)_11rem]',
      )}
    >
      <div className="flex-1 p-5 sm:p-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h4
            id={nameId}
            className="font-display text-lg leading-tight font-[680] tracking-tight text-balance"
          >
            {one.name}
          </h4>
          {one.mostPopular && !refusal && (
            <Badge className="bg-lilac! text-ink!">{landingTexts.registration.popular}</Badge>
          )}
        </div>
        <p className="mt-1 text-md text-fg-2">{one.description}</p>
        <ul aria-label={landingTexts.registration.includes} className="mt-3 text-dense text-fg-2">
          {one.includes.map((item) => (
            <li key={item} className="flex gap-2 py-0.5">
              <CheckMark />
              {item}
            </li>
          ))}
        </ul>
      </div>
      <div
        className={cx(
          'relative flex items-center justify-between gap-4 border-t-2 border-dashed border-line p-5 sm:px-6',
          isWide
            ? 'sm:flex-col sm:items-start sm:justify-center sm:border-t-0 sm:border-l-2 sm:px-5'
            : 'flex-wrap',
        )}
      >
        <Hole isWide={isWide} className="-top-2.75 -left-2.5" />
        <Hole
          isWide={isWide}
          className={cx('-top-2.75 -right-2.5', isWide && 'sm:top-auto sm:right-auto sm:-bottom-2.5')}
        />
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <PackagePrice offer={offer} />
        </p>
        {refusal ? (
          <p className="flex min-h-11 items-center font-semibold text-error">{refusal}</p>
        ) : (
          <a
            href={paths.register}
            aria-label={`${landingTexts.registration.button}: ${one.name}, ${titleOf(one.eventType)}`}
            className={buttonClass(one.mostPopular ? 'primary' : 'secondary', 'md')}
          >
            {landingTexts.registration.button}
          </a>
        )}
      </div>
    </article>
  );
}

/** A hole at an end of the tear line, in the colour of the page. */
function Hole({ isWide, className }: { isWide: boolean; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('absolute size-5 rounded-full bg-page', isWide && 'sm:-left-2.75 sm:-top-2.5', className)}
    />
  );
}
