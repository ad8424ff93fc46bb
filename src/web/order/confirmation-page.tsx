import { getRouteApi } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { orderTexts } from '#content/order-texts.ts';
import type { Order } from '#contract/orders.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { boot } from '../boot.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { AddTeamMembers } from './add-team-members.tsx';
import { isEventPast } from './is-event-past.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderOverview } from './order-overview.tsx';
import { confirmationQuery } from './order-queries.ts';
import { ORDER_NOT_FOUND, OrderStates } from './order-states.tsx';
import { SeatList } from './seat-list.tsx';
import { hasSeats, seatsToName } from './seats.ts';
import { useCanonicalAddress } from './use-canonical-address.ts';
import { useOrder } from './use-order.ts';
import { useShare } from './use-share.ts';

const route = getRouteApi(PAGES.confirmation);

export function ConfirmationPage() {
  const { transactionId } = route.useParams();
  const { query } = useOrder(confirmationQuery(transactionId));
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
            query={query}
            whereTicketsAre="on this page and in our email to"
            people={
              <Card>
                <SeatList data={data} hasForm={seatsToName(data) > 0} />
                <AddTeamMembers data={data} />
              </Card>
            }
            aside={<ShareOrder order={data.order} />}
          />
        </>
      )}
    </OrderStates>
  );
}

/** Two links that must not be confused: the event's is public, the order's is private. */
function ShareOrder({ order }: { order: Order }) {
  const eventLink = new URL(paths.home, boot.publicUrl).href;
  const privateLink = new URL(paths.confirmation(order.transactionId), boot.publicUrl).href;
  const { share, hasFailed } = useShare({ text: orderTexts.share, url: eventLink });
  return (
    <Card className="flex flex-col gap-5 print:hidden">
      <div>
        <h2 className="text-xl">Tell others</h2>
        <p className="mt-2 mb-3 text-md text-fg-2">Share the event’s page. Your order stays private.</p>
        {share ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" onClick={share}>
              <Share2 aria-hidden="true" />
              Share the event
            </Button>
            {hasFailed && <CopyButton value={eventLink} label="Sharing failed. Copy the link" />}
          </div>
        ) : (
          <CopyButton value={eventLink} label="Copy the event’s link" />
        )}
      </div>
      <div className="border-t border-line pt-5">
        <h3>Keep your private link</h3>
        <p className="mt-2 mb-3 text-md text-fg-2">
          {hasSeats(order) && !isEventPast()
            ? 'Anyone who has it can see your order and its tickets, and can name your seats.'
            : 'Anyone who has it can see your order.'}{' '}
          Send it only to people you trust.
        </p>
        <CopyButton value={privateLink} label="Copy my private link" />
      </div>
    </Card>
  );
}
