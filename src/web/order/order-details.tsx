import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { hasReceipt } from '#domain/receipt.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';
import { orderFacts, priceFacts } from './order-facts.ts';
import { PaymentStatusText } from './payment-status.tsx';

export function OrderDetails({ order }: { order: Order }) {
  const facts: Definition[] = [
    { term: 'Registration', description: <span className="code">{order.registrationNumber}</span> },
    ...orderFacts(event, order).map(({ term, text }) => ({ term, description: text })),
    ...priceFacts(order).map(({ term, text }) => ({
      term,
      description: <span className="tabular-nums">{text}</span>,
    })),
    { term: 'Payment', description: <PaymentStatusText status={order.paymentStatus} /> },
  ];
  return (
    <Card className="print:mt-6 print:break-inside-avoid">
      <h2 className="text-xl">Order details</h2>
      <DefinitionList items={facts} className="mt-3" />
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
