import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { PAGES } from '#contract/paths.ts';
import { isPaid } from '#domain/order.ts';
import { readPaymentResult } from '../payment-result.ts';
import { celebrate } from './celebrate.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderLink } from './order-link.tsx';
import { OrderOverview } from './order-overview.tsx';
import { registrationQuery } from './order-queries.ts';
import { OrderMissing, OrderStates, REGISTRATION_NOT_FOUND } from './order-states.tsx';
import { PaymentPending } from './payment-pending.tsx';
import { StatusNotice } from './status-notice.tsx';
import { useCanonicalAddress } from './use-canonical-address.ts';

/** Milliseconds between polls for the payment, and the duration of polling. */
const POLL_INTERVAL = 2000;
const POLLING_TIME = 60_000;

const route = getRouteApi(PAGES.checkoutSuccess);

/** The page after a payment. The address names the order; the card form leaves it in storage. */
export function SuccessPage() {
  const { id } = route.useSearch();
  const wanted = id ?? readPaymentResult();
  return wanted ? <SuccessOf id={wanted} /> : <OrderMissing {...REGISTRATION_NOT_FOUND} />;
}

function SuccessOf({ id }: { id: string }) {
  const [isSlow, setIsSlow] = useState(false);
  const query = useQuery({
    ...registrationQuery(id),
    refetchInterval: ({ state }) => isPending(state.data) && !isSlow && POLL_INTERVAL,
    refetchIntervalInBackground: true,
  });
  const navigate = route.useNavigate();
  useCanonicalAddress(id, query.data, registrationQuery, (canonical) => {
    void navigate({ search: { id: canonical }, replace: true });
  });
  const pendingNow = isPending(query.data);
  const [wasPending, setWasPending] = useState(false);
  if (pendingNow && !wasPending) setWasPending(true);
  useEffect(() => {
    if (!pendingNow) return;
    const timer = setTimeout(() => setIsSlow(true), POLLING_TIME);
    return () => clearTimeout(timer);
  }, [pendingNow]);

  return (
    <OrderStates query={query} title={titleOf(query.data)} notFound={REGISTRATION_NOT_FOUND}>
      {(data) =>
        isPending(data) ? (
          <PaymentPending data={data} isSlow={isSlow} query={query} />
        ) : (
          <Settled data={data} takeFocus={wasPending} query={query} />
        )
      }
    </OrderStates>
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
  const isGood = isPaid(order.paymentStatus);
  useEffect(() => {
    if (order.paymentStatus === 'completed') void celebrate(order.transactionId, order.totalAmount);
  }, [order.paymentStatus, order.transactionId, order.totalAmount]);
  return (
    <>
      <OrderHeader
        order={order}
        takeFocus={takeFocus}
        celebrate={isGood}
        title={isGood ? `You're in, ${order.organizerFirstName}!` : 'Your registration'}
      />
      <OrderOverview
        data={data}
        notice={<StatusNotice order={order} query={query} />}
        whereTicketsAre={isGood && 'on the way to'}
        actions={isGood && <OrderLink to="confirmation" transactionId={order.transactionId} />}
      />
    </>
  );
}

function titleOf(data: OrderWithRegistrations | undefined): string {
  if (isPending(data)) return 'Waiting for your payment';
  return data && isPaid(data.order.paymentStatus) ? 'Registration complete' : 'Your registration';
}

function isPending(data: OrderWithRegistrations | undefined): boolean {
  return data?.order.paymentStatus === 'pending';
}
