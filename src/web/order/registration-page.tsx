import { getRouteApi } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderLink } from './order-link.tsx';
import { OrderOverview } from './order-overview.tsx';
import { transactionQuery } from './order-queries.ts';
import { OrderStates, REGISTRATION_NOT_FOUND } from './order-states.tsx';
import { useCanonicalAddress } from './use-canonical-address.ts';
import { useOrder } from './use-order.ts';

const route = getRouteApi(PAGES.registration);

export function RegistrationPage() {
  const { transactionId } = route.useParams();
  const { query } = useOrder(transactionQuery(transactionId));
  const navigate = route.useNavigate();
  useCanonicalAddress(transactionId, query.data, transactionQuery, (id) => {
    void navigate({ params: { transactionId: id }, replace: true });
  });
  return (
    <OrderStates query={query} title="Registration details" notFound={REGISTRATION_NOT_FOUND}>
      {(data) => (
        <>
          <OrderHeader order={data.order} title="Registration details" />
          <OrderOverview
            data={data}
            query={query}
            actions={<OrderLink to="confirmation" transactionId={data.order.transactionId} />}
          />
        </>
      )}
    </OrderStates>
  );
}
