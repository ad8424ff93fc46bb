import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type LocalCoupon, listCoupons, toggleCoupon } from '#contract/coupons.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AdminSubpage } from '../admin-frame.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useAction } from '../use-action.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { saidEnd } from './end-of-day.ts';

/** Coupons of our own, for the one person who manages them; everybody else is led home. */
export function CouponsPage() {
  return (
    <AdminSubpage title="Coupons">{(user) => (user.isCouponAdmin ? <CouponDesk /> : <Home />)}</AdminSubpage>
  );
}

function Home() {
  window.location.replace('/');
  return <Navigate to="/admin" search={{ tab: undefined }} replace />;
}

function CouponDesk() {
  const coupons = useQuery({
    queryKey: [listCoupons.path],
    queryFn: ({ signal }) => call(listCoupons, { signal }),
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex justify-end">
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          Create coupon
        </Button>
      </div>
      {coupons.isPending && <Spinner label="Loading coupons" />}
      {coupons.error && (
        <LoadFailure
          title="Failed to load coupons"
          error={coupons.error}
          onRetry={() => void coupons.refetch()}
        />
      )}
      {coupons.data?.length === 0 && <EmptyState title="No coupons yet" />}
      {coupons.data && coupons.data.length > 0 && (
        <Table caption="Coupons">
          <TableHead>
            <Th>Code</Th>
            <Th>Discount</Th>
            <Th>Applies to</Th>
            <Th align="right">Used</Th>
            <Th>Valid until</Th>
            <Th>Status</Th>
            <Th>Actions</Th>
          </TableHead>
          <TableBody>
            {coupons.data.map((coupon) => (
              <CouponRow key={coupon.id} coupon={coupon} />
            ))}
          </TableBody>
        </Table>
      )}
      {isCreating && <CouponDialog onClose={() => setCreating(false)} />}
    </Card>
  );
}

function CouponRow({ coupon }: { coupon: LocalCoupon }) {
  const client = useQueryClient();
  const toggle = useAction({
    run: (active: boolean) => call(toggleCoupon, { params: { id: String(coupon.id) }, body: { active } }),
    refreshes: [listCoupons.path],
    success: ({ code, isActive }) => ({
      title: 'Success',
      description: `${code} is ${isActive ? 'active' : 'inactive'}.`,
    }),
    failed: { title: 'Error', otherwise: 'Failed to update coupon' },
    onDone: (saved) =>
      client.setQueryData<LocalCoupon[]>([listCoupons.path], (list) =>
        list?.map((one) => (one.id === saved.id ? saved : one)),
      ),
  });
  const isActive = toggle.pending ?? coupon.isActive;
  return (
    <Tr>
      <Td typed label="Code">
        <span className="code block font-semibold">{coupon.code}</span>
        <span className="block text-sm text-fg-2">{coupon.description}</span>
      </Td>
      <Td label="Discount">{discountOf(coupon)}</Td>
      <Td label="Applies to">{coupon.eventTypes.join(', ')}</Td>
      <Td label="Used" align="right">
        {coupon.usageCount}
        {coupon.usageLimit !== null && ` of ${coupon.usageLimit}`}
        {coupon.heldCount > 0 && <span className="block text-sm text-fg-2">{coupon.heldCount} held</span>}
      </Td>
      <Td label="Valid until">{coupon.validUntil ? saidEnd(new Date(coupon.validUntil)) : 'No end'}</Td>
      <Td label="Status">
        <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </Td>
      <Td label="Actions">
        <Switch
          label={`${coupon.code} can be used`}
          labelHidden
          checked={isActive}
          onChange={(change) => toggle.isBusy || toggle.start(change.target.checked)}
        />
        {toggle.failure && <span className="block text-sm text-error">{toggle.failure}</span>}
      </Td>
    </Tr>
  );
}

function discountOf({ discountType, discountValue, maxDiscount, minOrderAmount }: LocalCoupon): string {
  const parts = [discountType === 'percentage' ? `${discountValue}%` : formatUsd(discountValue)];
  if (maxDiscount !== null) parts.push(`at most ${formatUsd(maxDiscount)}`);
  if (minOrderAmount) parts.push(`from ${formatUsd(minOrderAmount)}`);
  return parts.join(', ');
}
