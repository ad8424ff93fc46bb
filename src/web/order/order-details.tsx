import { ChevronDown } from 'lucide-react';
import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { eventTypeText } from '#contract/words/event-type.ts';
import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { organizerName } from '#domain/attendee.ts';
import { formatInstant } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { hasReceipt } from '#domain/receipt.ts';
import { PaymentStatusText } from '../payment-status.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';

/**
 * Collapsed to the total once the order is paid, because people then come for the ticket. `tickets` is their number.
 */
export function OrderDetails({
  order,
  refunded,
  tickets,
}: {
  order: Order;
  refunded?: Cents | undefined;
  tickets: number;
}) {
  const prices = pricesOf(order);
  const status = order.paymentStatus;
  const facts: Definition[] = [
    { term: 'Registration ID', description: <span className="code">{order.registrationNumber}</span> },
    ...factsOf(order),
    ...prices.map(({ term, text }) => ({ term, description: <span className="even-figures">{text}</span> })),
    ...(refunded
      ? [{ term: 'Refunded', description: <span className="even-figures">−{formatUsd(refunded)}</span> }]
      : []),
    {
      term: 'Payment',
      description: <PaymentStatusText status={status} words={PAYMENT_STATUS_NAMES[status]} />,
    },
  ];
  return (
    <Card className="print:mt-6 print:break-inside-avoid">
      <details className="group" open={!isPaid(status)}>
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-3 rounded-chip [&::-webkit-details-marker]:hidden">
          <h2 className="grow text-xl">Order details</h2>
          <span className="font-semibold even-figures group-open:hidden">{prices.at(-1)!.text}</span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-accent group-open:rotate-180" />
        </summary>
        <DefinitionList items={facts} className="mt-3" />
      </details>
      <OrderFiles order={order} tickets={tickets} />
    </Card>
  );
}

/** Price and discount, if any, and the total. */
function pricesOf({ totalAmount: total, discountAmount: discount, originalAmount, couponCode }: Order) {
  const totalFact = { term: 'Total', text: formatUsd(total) };
  if (discount === 0) return [totalFact];
  return [
    { term: 'Price', text: formatUsd(originalAmount ?? total + discount) },
    { term: couponCode ? `Coupon ${couponCode}` : 'Discount', text: `−${formatUsd(discount)}` },
    totalFact,
  ];
}

/** Who ordered what and when, with times in the event's zone. */
function factsOf(order: Order): Definition[] {
  return [
    { term: 'Package', description: order.packageLabel },
    { term: 'For', description: eventTypeText(event, order.eventType) },
    { term: 'Seats', description: seatsText(order) },
    { term: 'Organizer', description: organizerName(order) },
    { term: 'Email', description: order.organizerEmail },
    { term: 'Phone', description: order.organizerPhone },
    { term: 'Organization', description: order.organization },
    { term: 'Job title', description: order.jobTitle },
    { term: 'Registered', description: formatInstant(event.zone, new Date(order.createdAt)) },
  ].filter(({ description }) => description);
}

/** `10`, or, after some seats were canceled, `10 (3 canceled)`. */
function seatsText({ teamMemberCount, seatsReturned }: Order): string {
  return seatsReturned > 0 ? `${teamMemberCount} (${seatsReturned} canceled)` : String(teamMemberCount);
}

function OrderFiles({ order, tickets }: { order: Order; tickets: number }) {
  const { transactionId } = order;
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-3 empty:hidden max-sm:flex-col sm:items-center print:hidden">
      {tickets > 0 && (
        <ButtonLink href={paths.tickets(transactionId)} variant="secondary" size="sm" download>
          {tickets === 1 ? 'Download ticket (PDF)' : 'Download tickets (PDF)'}
        </ButtonLink>
      )}
      {hasReceipt(order.paymentStatus) && (
        <ButtonLink href={paths.receipt(transactionId)} variant="secondary" size="sm" download>
          Download receipt (PDF)
        </ButtonLink>
      )}
      {tickets > 0 && (
        <a
          href={paths.tickets(transactionId, 'a4')}
          className="link inline-flex min-h-11 items-center text-dense"
          download
        >
          Download {tickets === 1 ? 'ticket' : 'tickets'} for A4 paper
        </a>
      )}
    </div>
  );
}
