import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { isPaid } from '#domain/order.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderOverview } from './order-overview.tsx';
import { confirmationQuery } from './order-queries.ts';
import { ORDER_NOT_FOUND, OrderStates } from './order-states.tsx';
import { PrintButton } from './print-button.tsx';
import { ShareOrder } from './share-order.tsx';
import { StandingNotice } from './standing-notice.tsx';
import { TeamCard } from './team-card.tsx';

const route = getRouteApi('/confirmation/$transactionId');

export function ConfirmationPage() {
  const { transactionId } = route.useParams();
  const query = useQuery(confirmationQuery(transactionId));
  useCanonicalAddress(transactionId, query.data);
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
            notice={
              <StandingNotice
                order={data.order}
                onCheck={() => query.refetch()}
                checking={query.isFetching}
              />
            }
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

/** An order may be called by its provider's ids as well; the address then moves to its own id. */
function useCanonicalAddress(transactionId: string, data: OrderWithRegistrations | undefined) {
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const canonical = data?.order.transactionId;
  useEffect(() => {
    if (!canonical || canonical === transactionId) return;
    queryClient.setQueryData(confirmationQuery(canonical).queryKey, data);
    navigate({ to: '/confirmation/$transactionId', params: { transactionId: canonical }, replace: true });
  }, [canonical, transactionId, data, queryClient, navigate]);
}
