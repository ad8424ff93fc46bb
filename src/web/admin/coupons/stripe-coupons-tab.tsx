import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listStripeCoupons, type StripeCoupon } from '#contract/coupons.ts';
import { counted } from '#contract/words/counted.ts';
import { CURRENCY, formatAmount } from '#domain/money.ts';
import { queryOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { saidEnd } from '../instant-text.ts';
import { NameAndId } from '../lists/name-and-id.tsx';
import { CouponHead } from './coupon-head.tsx';

// Loaded on demand: most visits create and delete no coupon.
const StripeCouponDialog = deskPart(() => import('./stripe-coupon-dialog.tsx'), 'StripeCouponDialog');
const DeleteStripeCoupon = deskPart(() => import('./delete-stripe-coupon.tsx'), 'DeleteStripeCoupon');

export function StripeCouponsTab() {
  // Buyers keep using coupons while this page is open.
  const coupons = useQuery({ ...queryOf(listStripeCoupons), staleTime: 0, refetchOnWindowFocus: 'always' });
  const [isCreating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState<StripeCoupon | null>(null);
  return (
    <Card className="max-sm:p-4!">
      <CouponHead shown="stripe" onCreate={() => setCreating(true)} />
      <Loaded query={coupons} loading="Loading coupons" failure="Error Loading Coupons">
        {(found) => (
          <ColumnTable
            caption="Stripe coupons"
            emptyTitle="No coupons yet"
            rows={found}
            keyOf={(one) => one.id}
            columns={[
              {
                label: 'Name',
                typed: true,
                cell: (one) => <NameAndId name={one.name ?? one.id} id={one.id} />,
              },
              { label: 'Discount', cell: discountOf },
              { label: 'Duration', cell: durationText },
              {
                label: 'Redeemed',
                align: 'right',
                cell: ({ times_redeemed: times, max_redemptions: most }) =>
                  most === null ? times : `${times} of ${most}`,
              },
              {
                label: 'Redeem by',
                cell: ({ redeem_by: end }) => (end === null ? 'No end date' : saidEnd(new Date(end * 1000))),
              },
              { label: 'Status', cell: statusOf },
              {
                label: 'Actions',
                cell: (one) => (
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Delete ${one.name ?? one.id}`}
                    onClick={() => setDeleted(one)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {isCreating && <StripeCouponDialog onClose={() => setCreating(false)} />}
      {deleted && <DeleteStripeCoupon coupon={deleted} onClose={() => setDeleted(null)} />}
    </Card>
  );
}

/** `Once`, `Forever`, or `3 months`. */
function durationText({ duration, duration_in_months: months }: StripeCoupon): string {
  if (duration === 'repeating') return counted(months ?? 0, 'month');
  return duration.charAt(0).toUpperCase() + duration.slice(1);
}

function discountOf({ percent_off, amount_off, currency }: StripeCoupon): string {
  return percent_off === null
    ? `${formatAmount(amount_off ?? 0, currency ?? CURRENCY)} off`
    : `${percent_off}% off`;
}

/** An amount in another currency is never accepted at the checkout. */
function statusOf({ valid, percent_off, currency }: StripeCoupon) {
  if (!valid) return <Badge tone="neutral">Invalid</Badge>;
  if (percent_off === null && currency !== CURRENCY) return <Badge tone="warn">Other currency</Badge>;
  return <Badge tone="ok">Active</Badge>;
}
