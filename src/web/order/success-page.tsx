import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { PAGES } from '#contract/paths.ts';
import { isPaid } from '#domain/order.ts';
import { EmptyArcs } from '../art/empty-arcs.tsx';
import { ContactEmail } from '../contact-email.tsx';
import { readPaymentResult } from '../payment-result.ts';
import { Card } from '../ui/card.tsx';
import { celebrate } from './celebrate.ts';
import { CheckAgain } from './check-again.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderLink } from './order-link.tsx';
import { OrderOverview } from './order-overview.tsx';
import { registrationQuery } from './order-queries.ts';
import { OrderMissing, OrderStates, REGISTRATION_NOT_FOUND } from './order-states.tsx';
import { hasSeats } from './seats.ts';
import { successTitles } from './status-text.ts';
import { useCanonicalAddress } from './use-canonical-address.ts';
import { isPending, useOrder } from './use-order.ts';
import { WayToPay } from './way-to-pay.tsx';

const route = getRouteApi(PAGES.checkoutSuccess);

/** The page after a payment. The address names the order; the card form leaves it in storage. */
export function SuccessPage() {
  const { id } = route.useSearch();
  const wanted = id ?? readPaymentResult();
  return wanted ? <SuccessOf id={wanted} /> : <OrderMissing {...REGISTRATION_NOT_FOUND} />;
}

function SuccessOf({ id }: { id: string }) {
  const { query, isSlow } = useOrder(registrationQuery(id));
  const navigate = route.useNavigate();
  useCanonicalAddress(id, query.data, registrationQuery, (canonical) => {
    void navigate({ search: { id: canonical }, replace: true });
  });
  const pendingNow = isPending(query.data);
  const [wasPending, setWasPending] = useState(false);
  if (pendingNow && !wasPending) setWasPending(true);

  return (
    <OrderStates query={query} title={titleOf(query.data)} notFound={REGISTRATION_NOT_FOUND}>
      {(data) =>
        isPending(data) ? (
          <PaymentPending order={data.order} isSlow={isSlow} query={query} />
        ) : (
          <Settled data={data} takeFocus={wasPending} query={query} />
        )
      }
    </OrderStates>
  );
}

/**
 * Shown until the provider confirms the payment: it is pending, which usually takes seconds, or was never made. Only
 * the provider knows, so the page claims neither.
 */
function PaymentPending({
  order,
  isSlow,
  query,
}: {
  order: Order;
  isSlow: boolean;
  query: UseQueryResult<OrderWithRegistrations>;
}) {
  return (
    <div className="wrap grid items-start gap-6 py-10 sm:py-14 lg:grid-cols-[7fr_5fr] lg:gap-8">
      <Card className="flex flex-col items-center py-10 text-center sm:py-14">
        <EmptyArcs className="w-56" />
        <h1 className="mt-6 text-3xl">We haven’t received your payment yet</h1>
        <div role="status" className="mt-4 max-w-md text-lg">
          {isSlow ? (
            <>
              <p className="font-semibold">This is taking longer than usual.</p>
              <p className="mt-1 text-fg-2">
                If you have paid, you can close this page: we’ll email {order.organizerEmail} as soon as the
                payment is confirmed. If you haven’t, your registration is held only for a short time.
              </p>
            </>
          ) : (
            <>
              <p className="font-semibold">Just paid? We’re confirming your payment…</p>
              <p className="mt-1 text-fg-2">This page updates automatically, usually within seconds.</p>
            </>
          )}
        </div>
        {isSlow && (
          <>
            <div className="mt-6">
              <CheckAgain order={order} query={query} />
            </div>
            <div className="mt-6 text-left empty:hidden">
              <WayToPay order={order} query={query} />
            </div>
            <p className="mt-4 text-md text-fg-2">
              Questions? Email <ContactEmail /> and mention Registration ID{' '}
              <span className="code">{order.registrationNumber}</span>.
            </p>
          </>
        )}
      </Card>
      <OrderDetails order={order} tickets={0} />
    </div>
  );
}

function Settled({
  data,
  takeFocus,
  query,
}: {
  data: OrderWithRegistrations;
  takeFocus: boolean;
  query: UseQueryResult<OrderWithRegistrations>;
}) {
  const { order } = data;
  useEffect(() => {
    if (order.paymentStatus === 'completed') void celebrate(order.transactionId, order.totalAmount);
  }, [order.paymentStatus, order.transactionId, order.totalAmount]);
  return (
    <>
      <OrderHeader
        order={order}
        takeFocus={takeFocus}
        celebrate={hasSeats(order)}
        title={successTitles(order).heading}
      />
      <OrderOverview
        data={data}
        query={query}
        whereTicketsAre="on the way to"
        actions={
          isPaid(order.paymentStatus) && <OrderLink to="confirmation" transactionId={order.transactionId} />
        }
      />
    </>
  );
}

function titleOf(data: OrderWithRegistrations | undefined): string {
  if (isPending(data)) return 'Waiting for your payment';
  return data ? successTitles(data.order).tab : 'Your registration';
}
