import { useQuery } from '@tanstack/react-query';
import { Eye, Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AdminOrder, deleteOrder, listAttendees, resendEmail } from '#contract/admin.ts';
import { listRefunds } from '#contract/refunds.ts';
import { seatsInUse } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ORDER_LISTS, useAction } from '../use-action.ts';

/** What can be done with an order from its row. Each but looking asks first. */
export function OrderActions({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  const [asked, setAsked] = useState<'resend' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const whose = `${order.organizerFirstName} ${order.organizerLastName}, ${order.registrationNumber}`;
  const mayResend = isPaid(order.paymentStatus);
  return (
    <span className="flex gap-1">
      <RowButton label={`View Details of ${whose}`} tip="View Details" onClick={onOpen}>
        <Eye aria-hidden="true" />
      </RowButton>
      <RowButton
        label={`Resend Email to ${whose}`}
        tip={mayResend ? 'Resend Email' : 'Only a paid order has a confirmation to send'}
        disabled={!mayResend}
        onClick={() => setAsked('resend')}
      >
        <Mail aria-hidden="true" />
      </RowButton>
      <RowButton label={`Delete ${whose}`} tip="Delete" onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" />
      </RowButton>
      {asked === 'resend' && <ConfirmResend order={order} onClose={close} />}
      {asked === 'delete' && <ConfirmDelete order={order} onClose={close} />}
    </span>
  );
}

function RowButton({
  label,
  tip,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  tip: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip text={tip}>
      <Button variant="quiet" size="icon" aria-label={label} aria-disabled={disabled} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}

function ConfirmResend({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const action = useAction({
    run: () => call(resendEmail, { params: { id: String(order.id) } }),
    refreshes: ORDER_LISTS,
    success: ({ sentTo }) => ({
      title: 'Email Sent',
      description: `Confirmation email resent successfully to ${sentTo}`,
    }),
    failed: { title: 'Email Failed', otherwise: 'Failed to resend confirmation email' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title="Send the confirmation again?"
      confirmLabel="Resend Email"
      busyLabel="Sending"
      tone="primary"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The confirmation with all tickets of this order goes to{' '}
        <strong className="wrap-anywhere">{order.organizerEmail}</strong>.
      </p>
    </ConfirmAction>
  );
}

function ConfirmDelete({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const known = useLosses(order);
  const action = useAction({
    run: () =>
      call(deleteOrder, { params: { id: String(order.id) }, query: { paymentStatus: order.paymentStatus } }),
    refreshes: ORDER_LISTS,
    success: () => ({
      title: 'Order Deleted',
      description: 'Order and all related registrations have been deleted successfully.',
    }),
    failed: { title: 'Delete Failed', otherwise: 'Failed to delete order' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Delete ${order.registrationNumber}?`}
      confirmLabel="Delete order"
      busyLabel="Deleting"
      isReady={known.money !== undefined && known.people !== undefined}
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The order of{' '}
        <strong>
          {order.organizerFirstName} {order.organizerLastName}
        </strong>{' '}
        and all of its registrations and tickets are deleted. This cannot be undone.
      </p>
      <Losses order={order} known={known} />
    </ConfirmAction>
  );
}

/** What goes with it, in numbers: what was really paid, and who has been let in. */
function Losses({ order, known }: { order: AdminOrder; known: ReturnType<typeof useLosses> }) {
  const { money, people, error } = known;
  if (error) return <LoadFailure title="The order could not be loaded" error={error} onRetry={known.retry} />;
  if (!money || !people) return <Spinner label="Loading the order" />;
  const seats = seatsInUse(order);
  const checkedIn = people.filter((one) => one.checkIns.length > 0).length;
  return (
    <ul className="list-disc pl-5">
      {money.captured > 0 && (
        <li>
          <strong>{formatUsd(money.captured)}</strong> was paid
          {money.refunded > 0 && `, and ${formatUsd(money.refunded)} of it went back or is on its way`}.
          {money.captured > money.refunded &&
            ' Deleting returns no money: refund first if it should go back.'}
        </li>
      )}
      {order.paymentStatus === 'pending' && <li>Its open payment is ended at the provider first.</li>}
      {people.length > 0 && (
        <li>
          {people.length === 1 ? 'One person is' : `${people.length} people are`} deleted,{' '}
          {checkedIn === 0 ? 'none of them checked in.' : `${checkedIn} of them checked in.`}
        </li>
      )}
      {seats > 0 && <li>{seats === 1 ? 'One seat becomes' : `${seats} seats become`} free for others.</li>}
    </ul>
  );
}

function useLosses({ id }: AdminOrder) {
  const params = { id: String(id) };
  const money = useQuery({
    queryKey: [listRefunds.path, id],
    queryFn: ({ signal }) => call(listRefunds, { params, signal }),
  });
  const people = useQuery({
    queryKey: [listAttendees.path, id],
    queryFn: ({ signal }) => call(listAttendees, { params, signal }),
  });
  return {
    money: money.data,
    people: people.data,
    error: money.error ?? people.error,
    retry: () => {
      void money.refetch();
      void people.refetch();
    },
  };
}
