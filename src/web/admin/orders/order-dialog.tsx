import { useQuery } from '@tanstack/react-query';
import type { getOrderDetails } from '#contract/admin-orders.ts';
import { paths } from '#contract/paths.ts';
import type { ParsedOf } from '#contract/route.ts';
import { EVENT_TYPE_NAMES, PROVIDER_NAMES, teamSizeText } from '#contract/words/stored-values.ts';
import { organizerName } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { ApiError } from '../../api.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { CopyIconButton } from '../../ui/copy-icon-button.tsx';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { instantText } from '../instant-text.ts';
import { Amount } from './amount.tsx';
import { BuyerEmail } from './buyer-email.tsx';
import { OrderAttendees } from './order-attendees.tsx';
import { OrderHistory } from './order-history.tsx';
import { detailsOf } from './order-queries.ts';
import { RefundSection } from './refund-section.tsx';
import { AttendeeStatus, PaymentStatusMark } from './status-badges.tsx';
import { TeamSection } from './team-section.tsx';

type Details = ParsedOf<typeof getOrderDetails.response>;

/** Everything about one order, next to the list. */
export function OrderDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const details = useQuery(detailsOf(id));
  const { data, error, refetch } = details;
  const isGone = error instanceof ApiError && error.status === 404;
  const title = data ? `Order ${data.order.registrationNumber}` : 'Order';
  usePageTitle(`${title} · Admin Dashboard`);
  return (
    <Dialog onClose={onClose} variant="drawer" title={title} description={data && organizerName(data.order)}>
      {isGone ? (
        <LoadFailure query={{ error, refetch, data: undefined }} title="This order no longer exists" />
      ) : (
        <Loaded query={details} loading="Loading the order" failure="The order could not be loaded">
          {(found) => (
            <div className="flex flex-col gap-8">
              <div>
                <Facts title="Order" items={orderFacts(found)} />
                {/* The buyer's page, with ticket PDFs, wallets and calendar. */}
                <p className="mt-3">
                  <a
                    className="link"
                    href={paths.confirmation(found.order.transactionId)}
                    target="_blank"
                    rel="noopener"
                  >
                    Open the order’s page<span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </p>
              </div>
              <div>
                <Facts title="Organizer" items={organizerFacts(found)} />
                <BuyerEmail order={found.order} />
              </div>
              <OrderAttendees order={found.order} />
              {isPaid(found.order.paymentStatus) && <TeamSection order={found.order} />}
              <BillingAddress order={found.order} />
              <PaymentDetails details={found} />
              <RefundSection order={found.order} />
              <OrderHistory order={found.order} history={found.history} />
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function Facts({ title, items }: { title: string; items: readonly Definition[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-lg">{title}</h3>
      <DefinitionList items={items} />
    </section>
  );
}

function orderFacts({ order }: Details): Definition[] {
  return [
    {
      term: 'Transaction ID',
      description: (
        <span className="-my-2 flex items-center gap-1">
          <span className="code text-sm wrap-anywhere">{order.transactionId}</span>
          <CopyIconButton value={order.transactionId} label="Copy the transaction ID" />
        </span>
      ),
    },
    { term: 'Registration ID', description: order.registrationNumber },
    { term: 'Event Type', description: EVENT_TYPE_NAMES[order.eventType] },
    { term: 'Package', description: order.packageLabel },
    { term: 'Team Size', description: teamSizeText(order) },
    { term: 'Amount', description: <Amount order={order} /> },
    { term: 'Payment Status', description: <PaymentStatusMark status={order.paymentStatus} /> },
    {
      term: 'Attendee Status',
      description: <AttendeeStatus order={order} status={order.attendeeDataStatus} />,
    },
    { term: 'Order Date', description: instantText(order.createdAt) },
  ];
}

function organizerFacts({ order }: Details): Definition[] {
  const optional: [string, string | null][] = [
    ['Phone', order.organizerPhone],
    ['Organization', order.organization],
    ['Job Title', order.jobTitle],
  ];
  return [
    { term: 'Name', description: organizerName(order) },
    {
      term: 'Email',
      description: (
        <a href={`mailto:${order.organizerEmail}`} className="link wrap-anywhere">
          {order.organizerEmail}
        </a>
      ),
    },
    ...optional.flatMap(([term, description]) => (description ? [{ term, description }] : [])),
  ];
}

function BillingAddress({ order }: Pick<Details, 'order'>) {
  const lines = [
    order.billingAddressLine1,
    order.billingAddressLine2,
    [order.billingCity, order.billingState, order.billingPostalCode].filter(Boolean).join(', '),
    order.billingCountry,
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Billing Address">
      <h3 className="mb-2 text-lg">Billing Address</h3>
      <address className="text-md not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </section>
  );
}

const KIND_NAMES: Record<string, string> = {
  capture: 'Paid',
  refund: 'Refunded',
  refund_reversal: 'Refund failed, money kept',
  dispute: 'Lost to a dispute',
  dispute_reversal: 'Dispute won, money kept',
};

function PaymentDetails({ details: { order, payments } }: { details: Details }) {
  if (!order.squarePaymentId) return null;
  const provider = payments[0] && PROVIDER_NAMES[payments[0].provider];
  const items: Definition[] = [
    {
      term: 'Payment ID',
      description: <span className="code text-sm wrap-anywhere">{order.squarePaymentId}</span>,
    },
    { term: 'Payment Method', description: provider ? `Card via ${provider}` : 'Card' },
    ...payments.map(({ kind, amount, recordedAt, moneyRef }) => ({
      key: `${kind} ${moneyRef}`,
      term: KIND_NAMES[kind] ?? kind,
      description: (
        <span className="even-figures">
          {formatUsd(Math.abs(amount))} · {instantText(recordedAt)}
        </span>
      ),
    })),
  ];
  return <Facts title="Payment" items={items} />;
}
