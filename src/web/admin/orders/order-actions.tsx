import { Eye, Mail, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AdminOrder } from '#contract/admin.ts';
import { isPaid } from '#domain/order.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Fetched when it is asked: it weighs more than the rest of the row. */
const OrderQuestion = lazy(() =>
  import('./order-question.tsx').then((file) => ({ default: file.OrderQuestion })),
);

/** What can be done with an order from its row. Each but looking asks first. */
export function OrderActions({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  const [asked, setAsked] = useState<'resend' | 'delete' | null>(null);
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
      {asked && (
        <Suspense>
          <OrderQuestion asked={asked} order={order} onClose={() => setAsked(null)} />
        </Suspense>
      )}
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
