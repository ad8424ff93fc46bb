import { Eye, Mail, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { isPaid } from '#domain/order.ts';
import { RowActions, RowButton } from '../lists/row-actions.tsx';

/** Loaded on demand: larger than the rest of the row. */
const OrderQuestion = lazy(() =>
  import('./order-question.tsx').then((file) => ({ default: file.OrderQuestion })),
);

/** Actions on an order in its row. All but View Details ask first. */
export function OrderActions({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  const [asked, setAsked] = useState<'resend' | 'delete' | null>(null);
  const whose = `${order.organizerFirstName} ${order.organizerLastName}, ${order.registrationNumber}`;
  const mayResend = isPaid(order.paymentStatus);
  return (
    <RowActions>
      <RowButton onlyWide label={`View Details of ${whose}`} tip="View Details" onClick={onOpen}>
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
    </RowActions>
  );
}
