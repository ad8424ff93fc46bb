import { Eye, Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type AdminOrder, deleteOrder, resendEmail } from '#contract/admin.ts';
import { seatsOf } from '#domain/attendee.ts';
import { centsFromDollars, formatUsd } from '#domain/money.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
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
      <Losses order={order} />
    </ConfirmAction>
  );
}

/** What goes with it, in numbers. */
function Losses({ order }: { order: AdminOrder }) {
  const paid = centsFromDollars(order.totalAmount);
  return (
    <ul className="list-disc pl-5">
      {isPaid(order.paymentStatus) && paid > 0 && (
        <li>
          <strong>{formatUsd(paid)}</strong> were paid. Deleting returns no money: refund first if it should
          go back.
        </li>
      )}
      {order.paymentStatus === 'pending' && <li>Its open payment is ended at the provider first.</li>}
      <li>
        {seatsOf(order) === 1 ? 'One seat becomes' : `${seatsOf(order)} seats become`} free for others;
        whoever was checked in is no longer on the list.
      </li>
    </ul>
  );
}
