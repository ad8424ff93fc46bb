import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderOverview } from './order-overview.tsx';
import { confirmationQuery } from './order-queries.ts';
import { ORDER_NOT_FOUND, OrderStates } from './order-states.tsx';
import { hasSeats } from './seats.ts';
import { ShareOrder } from './share-order.tsx';
import { StatusNotice } from './status-notice.tsx';
import { TeamCard } from './team-card.tsx';
import { useCanonicalAddress } from './use-canonical-address.ts';

const route = getRouteApi(PAGES.confirmation);

export function ConfirmationPage() {
  const { transactionId } = route.useParams();
  const query = useQuery(confirmationQuery(transactionId));
  const navigate = route.useNavigate();
  useCanonicalAddress(transactionId, query.data, confirmationQuery, (id) => {
    void navigate({ params: { transactionId: id }, replace: true });
  });
  return (
    <OrderStates query={query} title="Order confirmation" notFound={ORDER_NOT_FOUND}>
      {(data) => (
        <>
          <OrderHeader
            order={data.order}
            title={hasSeats(data.order) ? 'Your order is confirmed' : 'Your order'}
          />
          <OrderOverview
            data={data}
            notice={<StatusNotice order={data.order} query={query} />}
            whereTicketsAre={hasSeats(data.order) && 'on this page and in our email to'}
            people={<TeamCard data={data} />}
            aside={<ShareOrder order={data.order} />}
          />
        </>
      )}
    </OrderStates>
  );
}
