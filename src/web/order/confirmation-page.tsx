import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { PAGES } from '#contract/paths.ts';
import { isPaid } from '#domain/order.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderOverview } from './order-overview.tsx';
import { confirmationQuery } from './order-queries.ts';
import { ORDER_NOT_FOUND, OrderStates } from './order-states.tsx';
import { PrintButton } from './print-button.tsx';
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
            title={isPaid(data.order.paymentStatus) ? 'Your order is confirmed' : 'Your order'}
            intro={isPaid(data.order.paymentStatus) && <ConfirmedIntro data={data} />}
            actions={
              <>
                <PrintButton />
                {isPaid(data.order.paymentStatus) && data.order.teamMemberCount > 1 && (
                  <ButtonLink href="#tickets" variant="quiet">
                    See the tickets
                  </ButtonLink>
                )}
              </>
            }
          />
          <OrderOverview
            data={data}
            notice={<StatusNotice order={data.order} query={query} />}
            people={<TeamCard data={data} />}
            aside={<ShareOrder order={data.order} />}
          />
        </>
      )}
    </OrderStates>
  );
}

function ConfirmedIntro({ data: { order, registrations } }: { data: OrderWithRegistrations }) {
  return (
    <p>
      {registrations.length > 1 ? 'The tickets are' : 'Your ticket is'} on this page and in our e-mail to{' '}
      <span className="font-semibold">{order.organizerEmail}</span>.
    </p>
  );
}
