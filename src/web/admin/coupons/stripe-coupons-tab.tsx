import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { listStripeCoupons, type StripeCoupon } from '#contract/coupons.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { saidEnd } from '../said-end.ts';
import { CouponKinds } from './coupon-kinds.tsx';

// Loaded on demand: most visits create and delete no coupon.
const StripeCouponDialog = lazy(() =>
  import('./stripe-coupon-dialog.tsx').then((file) => ({ default: file.StripeCouponDialog })),
);
const DeleteStripeCoupon = lazy(() =>
  import('./delete-stripe-coupon.tsx').then((file) => ({ default: file.DeleteStripeCoupon })),
);

export function StripeCouponsTab() {
  const coupons = useQuery({
    queryKey: [listStripeCoupons.path],
    queryFn: ({ signal }) => call(listStripeCoupons, { signal }),
  });
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<StripeCoupon | null>(null);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <CouponKinds shown="stripe" />
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create coupon
        </Button>
      </div>
      <Loaded query={coupons} loading="Loading coupons" failure="Error Loading Coupons">
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="No coupons yet" />
          ) : (
            <CouponTable coupons={found} onDelete={setDeleted} />
          )
        }
      </Loaded>
      <Suspense>
        {isCreating && <StripeCouponDialog onClose={() => setCreating(false)} />}
        {deleted && <DeleteStripeCoupon coupon={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </Card>
  );
}

function CouponTable({
  coupons,
  onDelete,
}: {
  coupons: readonly StripeCoupon[];
  onDelete: (coupon: StripeCoupon) => void;
}) {
  return (
    <Table caption="Stripe coupons">
      <TableHead>
        <Th>Name</Th>
        <Th>Discount</Th>
        <Th>Duration</Th>
        <Th align="right">Redeemed</Th>
        <Th>Redeem by</Th>
        <Th>Status</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {coupons.map((one) => (
          <Tr key={one.id}>
            <Td typed label="Name">
              <span className="block font-semibold">{one.name ?? one.id}</span>
              <span className="code block text-sm wrap-anywhere text-fg-2">{one.id}</span>
            </Td>
            <Td label="Discount">{discountOf(one)}</Td>
            <Td label="Duration">{durationText(one)}</Td>
            <Td label="Redeemed" align="right">
              {one.times_redeemed}
              {one.max_redemptions !== null && ` of ${one.max_redemptions}`}
            </Td>
            <Td label="Redeem by">
              {one.redeem_by === null ? 'No end' : saidEnd(new Date(one.redeem_by * 1000))}
            </Td>
            <Td label="Status">
              <Badge tone={one.valid ? 'ok' : 'neutral'}>{one.valid ? 'Active' : 'Invalid'}</Badge>
            </Td>
            <Td label="Actions">
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Delete ${one.name ?? one.id}`}
                onClick={() => onDelete(one)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

/** `Once`, `Forever`, or `3 months`. */
function durationText({ duration, duration_in_months: months }: StripeCoupon): string {
  if (duration === 'repeating') return months === 1 ? '1 month' : `${months} months`;
  return duration.charAt(0).toUpperCase() + duration.slice(1);
}

function discountOf({ percent_off, amount_off }: StripeCoupon): string {
  return percent_off === null ? `${formatUsd(amount_off ?? 0)} off` : `${percent_off}% off`;
}
