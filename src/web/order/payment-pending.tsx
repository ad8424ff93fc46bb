import type { OrderWithRegistrations } from '#contract/orders.ts';
import { EmptyArcs } from '../art/empty-arcs.tsx';
import { boot } from '../boot.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { OrderDetails } from './order-details.tsx';

/** While the provider has not said that the money is there. Calm: it usually takes seconds. */
export function PaymentPending({
  data: { order },
  isSlow,
  checking,
  onCheck,
}: {
  data: OrderWithRegistrations;
  isSlow: boolean;
  checking: boolean;
  onCheck: () => void;
}) {
  return (
    <div className="wrap grid items-start gap-6 py-10 sm:py-14 lg:grid-cols-[7fr_5fr] lg:gap-8">
      <Card className="flex flex-col items-center py-10 text-center sm:py-14">
        <EmptyArcs className="w-56" />
        <h1 className="mt-6 text-3xl">Thank you, {order.organizerFirstName}</h1>
        <div role="status" className="mt-4 max-w-md text-lg">
          {isSlow ? (
            <>
              <p className="font-semibold">This takes longer than usual.</p>
              <p className="mt-1 text-fg-2">
                We will e-mail you at {order.organizerEmail} as soon as the payment is confirmed. You may
                close this page; your seats are kept meanwhile.
              </p>
            </>
          ) : (
            <>
              <p className="font-semibold">We are confirming your payment…</p>
              <p className="mt-1 text-fg-2">This page changes by itself, usually within seconds.</p>
            </>
          )}
        </div>
        {isSlow && (
          <>
            <Button className="mt-6" busy={checking} busyLabel="Checking" onClick={onCheck}>
              Check again
            </Button>
            <p className="mt-4 text-md text-fg-2">
              Questions? Write to{' '}
              <a className="link" href={`mailto:${boot.contact.email}`}>
                {boot.contact.email}
              </a>{' '}
              and name <span className="code">{order.registrationNumber}</span>.
            </p>
          </>
        )}
      </Card>
      <OrderDetails order={order} />
    </div>
  );
}
