import { type AdminOrder, deleteOrder, resendEmail } from '#contract/admin-orders.ts';
import { organizerName, seatsInUse } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { LISTS, ORDER_LISTS, useOrderContents } from './order-queries.ts';

interface Question {
  order: AdminOrder;
  onClose: () => void;
}

export function OrderQuestion({ asked, ...question }: Question & { asked: 'resend' | 'delete' }) {
  return asked === 'resend' ? <ResendEmail {...question} /> : <DeleteOrder {...question} />;
}

function ResendEmail({ order, onClose }: Question) {
  const isReady = isPaid(order.paymentStatus);
  return (
    <ConfirmAction
      title="Send the confirmation again?"
      isReady={isReady}
      confirmLabel="Resend email"
      busyLabel="Sending"
      tone="primary"
      run={() => call(resendEmail, { params: { id: String(order.id) } })}
      refreshes={ORDER_LISTS}
      success={({ sentTo }) => ({
        title: 'Email Sent',
        description: `Confirmation email resent successfully to ${sentTo}`,
      })}
      failed={{ title: 'Email Failed', otherwise: 'Failed to resend confirmation email' }}
      row={{ list: 'orders', id: order.id }}
      onClose={onClose}
    >
      {isReady ? (
        <p>
          The confirmation with all the tickets in this order goes to{' '}
          <strong className="wrap-anywhere">{order.organizerEmail}</strong>.
        </p>
      ) : (
        <p>Only a paid order has a confirmation to send.</p>
      )}
    </ConfirmAction>
  );
}

function DeleteOrder({ order, onClose }: Question) {
  const contents = useOrderContents(order.id);
  return (
    <ConfirmAction
      title={`Delete ${order.registrationNumber}?`}
      confirmLabel="Delete order"
      busyLabel="Deleting"
      isReady={contents.data !== undefined}
      run={() =>
        call(deleteOrder, { params: { id: String(order.id) }, query: { paymentStatus: order.paymentStatus } })
      }
      // The dialog still shows the order's data, and must not refetch it.
      refreshes={LISTS}
      success={() => ({
        title: 'Order Deleted',
        description: 'Order and all related registrations have been deleted successfully.',
      })}
      failed={{ title: 'Delete Failed', otherwise: 'Failed to delete order' }}
      row={{ list: 'orders', id: order.id }}
      removes
      onClose={onClose}
    >
      <p>
        The order of <strong>{organizerName(order)}</strong> and all of its registrations and tickets will be
        deleted. This cannot be undone.
      </p>
      <LoadFailure query={contents} title="The order could not be loaded" />
      <Losses order={order} contents={contents} />
    </ConfirmAction>
  );
}

/** The consequences in numbers: payment, check-ins and seats. */
function Losses({ order, contents }: { order: AdminOrder; contents: ReturnType<typeof useOrderContents> }) {
  const { money, people, error } = contents;
  if (!money || !people) return !error && <Spinner label="Loading the order" />;
  const seats = seatsInUse(order);
  const checkedIn = people.filter((one) => one.checkIns.length > 0).length;
  return (
    <ul className="list-disc pl-5">
      {money.captured > 0 && (
        <li>
          <strong>{formatUsd(money.captured)}</strong> was paid
          {money.refunded > 0 && `, and ${formatUsd(money.refunded)} of it was refunded or is on its way`}.
          {money.lost > 0 && ` The buyer’s bank took back ${formatUsd(money.lost)} in a dispute.`}
          {money.refundable > 0 && ' Deleting the order does not refund it. Refund first if you need to.'}
        </li>
      )}
      {order.paymentStatus === 'pending' && <li>Its open payment will be canceled at the provider first.</li>}
      {people.length > 0 && (
        <li>
          {people.length === 1 ? 'One attendee' : `${people.length} attendees`} will be deleted. No one is
          notified by email.{' '}
          {checkedIn === 0 ? 'No one has checked in.' : `Already checked in: ${checkedIn}.`}
        </li>
      )}
      {seats > 0 && <li>{seats === 1 ? 'One seat' : `${seats} seats`} will be released for others.</li>}
    </ul>
  );
}
