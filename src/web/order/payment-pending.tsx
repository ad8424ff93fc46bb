import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { EmptyArcs } from '../art/empty-arcs.tsx';
import { ContactEmail } from '../site-contact.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { OrderDetails } from './order-details.tsx';

/**
 * Shown until the provider confirms the payment: it is pending, which usually takes seconds, or was never made. Only
 * the provider knows, so the page claims neither.
 */
export function PaymentPending({
  data: { order },
  isSlow,
  query,
}: {
  data: OrderWithRegistrations;
  isSlow: boolean;
  query: UseQueryResult<OrderWithRegistrations>;
}) {
  return (
    <div className="wrap grid items-start gap-6 py-10 sm:py-14 lg:grid-cols-[7fr_5fr] lg:gap-8">
      <Card className="flex flex-col items-center py-10 text-center sm:py-14">
        <EmptyArcs className="w-56" />
        <h1 className="mt-6 text-3xl">We haven't received your payment yet</h1>
        <div role="status" className="mt-4 max-w-md text-lg">
          {isSlow ? (
            <>
              <p className="font-semibold">This is taking longer than usual.</p>
              <p className="mt-1 text-fg-2">
                If you have paid, you can close this page: we'll email {order.organizerEmail} as soon as the
                payment is confirmed. If you haven't, your seats are held only for a short time.
              </p>
            </>
          ) : (
            <>
              <p className="font-semibold">If you have just paid, we are confirming your payment…</p>
              <p className="mt-1 text-fg-2">This page updates automatically, usually within seconds.</p>
            </>
          )}
        </div>
        {isSlow && (
          <>
            <Button
              className="mt-6"
              busy={query.isFetching}
              busyLabel="Checking"
              onClick={() => void query.refetch()}
            >
              Check again
            </Button>
            <p className="mt-4 text-md text-fg-2">
              Questions? Write to <ContactEmail /> and mention Registration ID{' '}
              <span className="code">{order.registrationNumber}</span>.
            </p>
          </>
        )}
      </Card>
      <OrderDetails order={order} tickets={0} />
    </div>
  );
}
