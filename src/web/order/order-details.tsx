import { ChevronDown } from 'lucide-react';
import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { isPaid } from '#domain/order.ts';
import { hasReceipt } from '#domain/receipt.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';
import { orderFacts, priceFacts } from './order-facts.ts';
import { PaymentStatusText } from './payment-status.tsx';

/** Folded behind its total once the order is paid: then the ticket is what people come for. */
export function OrderDetails({ order }: { order: Order }) {
  const prices = priceFacts(order);
  const facts: Definition[] = [
    { term: 'Registration', description: <span className="code">{order.registrationNumber}</span> },
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
        <summary className="flex min-h-11 list-none items-center gap-3 rounded-chip [&::-webkit-details-marker]:hidden">
          <h2 className="min-w-0 flex-1 text-xl">Order details</h2>
          <span className="font-semibold even-figures group-open:hidden">{prices.at(-1)!.text}</span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-accent group-open:rotate-180" />
        </summary>
        <DefinitionList items={facts} className="mt-3" />
      </details>
      {hasReceipt(order.paymentStatus) && (
        <ButtonLink
          href={paths.receipt(order.transactionId)}
          variant="secondary"
          size="sm"
          className="mt-4 print:hidden"
          download
        >
          Download the receipt (PDF)
        </ButtonLink>
      )}
    </Card>
  );
}
