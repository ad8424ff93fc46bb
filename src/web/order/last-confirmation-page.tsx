import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { lastOrderQuery } from './order-queries.ts';
import { ORDER_NOT_FOUND, OrderMissing, OrderStates } from './order-states.tsx';

/** Redirects to this browser's latest order, preferably one with tickets. */
export function LastConfirmationPage() {
  const query = useQuery(lastOrderQuery);
  if (query.data?.transactionId === null) return <OrderMissing {...ORDER_NOT_FOUND} />;
  return (
    <OrderStates query={query} title="Order confirmation" notFound={ORDER_NOT_FOUND}>
      {({ transactionId }) =>
        transactionId && <Navigate to={PAGES.confirmation} params={{ transactionId }} replace />
      }
    </OrderStates>
  );
}
