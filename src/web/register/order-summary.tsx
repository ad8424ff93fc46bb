import { event } from '#content/event.ts';
import { formatDay } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { type EventType, type PackageSize, seatsOf } from '#domain/packages.ts';
import { TicketStub } from '../art/ticket-stub.tsx';
import { type Amounts, PriceLines } from '../price-lines.tsx';
import type { AppliedCoupon } from './applied-coupon.ts';
import { offeredPackages } from './form-values.ts';

/** The choice so far as a ticket, or why it can't be bought. Stays in view on wide screens. */
export function OrderSummary({
  choice,
  amounts,
  coupon,
  reason,
}: {
  choice: { eventType: EventType; size: PackageSize };
  amounts: Amounts;
  coupon: AppliedCoupon | null;
  reason: string | null;
}) {
  const { eventType, size } = choice;
  const seats = seatsOf(size);
  const chosen = offeredPackages(eventType).find((one) => one.size === size);
  return (
    <aside aria-labelledby="summary-title" className="top-6 max-lg:hidden lg:sticky">
      <h2 id="summary-title" className="sr-only">
        Your order
      </h2>
      <TicketStub
        eyebrow="Your order"
        title={event.name}
        stub={
          reason ? (
            <p className="font-semibold">{reason}</p>
          ) : (
            <PriceLines {...amounts} item={chosen!.name} couponCode={coupon?.code ?? null} />
          )
        }
      >
        <ul className="text-md">
          {daysOf(event, eventType).map((day) => (
            <li key={day}>
              <time dateTime={day}>{formatDay(day, 'weekday')}</time>
              {day === event.training.day && <span className="block text-fg-2">{event.training.name}</span>}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-md text-fg-2">
          {event.venue.name}, {event.venue.organization}
        </p>
        <p className="mt-4 text-md font-semibold">
          {seats === 1 ? '1 seat' : `${seats} seats, including yours`}
        </p>
      </TicketStub>
    </aside>
  );
}
