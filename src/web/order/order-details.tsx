import { ChevronDown } from 'lucide-react';
import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { isPaid, type PaymentStatus } from '#domain/order.ts';
import { hasReceipt } from '#domain/receipt.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';
import { orderFacts, priceFacts } from './order-facts.ts';

/**
 * Collapsed to the total once the order is paid, because people then come for the ticket. `tickets` is their number.
 */
export function OrderDetails({ order, tickets }: { order: Order; tickets: number }) {
  const prices = priceFacts(order);
  const facts: Definition[] = [
    { term: 'Registration ID', description: <span className="code">{order.registrationNumber}</span> },
    ...orderFacts(event, order).map(({ term, text }) => ({ term, description: text })),
    ...prices.map(({ term, text }) => ({
      term,
      description: <span className="even-figures">{text}</span>,
    })),
    { term: 'Payment', description: <PaymentStatusText status={order.paymentStatus} /> },
  ];
  return (
    <Card className="print:mt-6 print:break-inside-avoid">
      <details className="group" open={!isPaid(order.paymentStatus)}>
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

function OrderFiles({ order, tickets }: { order: Order; tickets: number }) {
  const { transactionId } = order;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden print:hidden">
      {tickets > 0 && (
        <>
          <ButtonLink href={paths.tickets(transactionId)} variant="secondary" size="sm" download>
            {tickets === 1 ? 'Download the ticket (PDF)' : 'Download tickets (PDF)'}
          </ButtonLink>
          <a
            href={paths.tickets(transactionId, 'a4')}
            className="link inline-flex min-h-11 items-center"
            download
          >
            On A4 paper
          </a>
        </>
      )}
      {hasReceipt(order.paymentStatus) && (
        <ButtonLink href={paths.receipt(transactionId)} variant="secondary" size="sm" download>
          Download the receipt (PDF)
        </ButtonLink>
      )}
    </div>
  );
}

const TONES: Partial<Record<PaymentStatus, Tone>> = { completed: 'ok', pending: 'warn', failed: 'error' };

/** The three common states have a color; any other is plain text. */
function PaymentStatusText({ status }: { status: PaymentStatus }) {
  const tone = TONES[status];
  const words = PAYMENT_STATUS_NAMES[status];
  return tone ? <Badge tone={tone}>{words}</Badge> : words;
}
