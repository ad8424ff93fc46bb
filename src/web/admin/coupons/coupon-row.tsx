import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type LocalCoupon, listCoupons, toggleCoupon } from '#contract/coupons.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Td, Tr } from '../../ui/data-table.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAction } from '../actions/use-action.ts';
import { saidEnd } from '../said-end.ts';
import { EditCouponDialog } from './edit-coupon-dialog.tsx';
import { isInUse, RemoveCoupon } from './remove-coupon.tsx';

export function CouponRow({ coupon }: { coupon: LocalCoupon }) {
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
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const isActive = toggle.pending ?? coupon.isActive;
  const removal = isInUse(coupon) ? 'End' : 'Delete';
  return (
    <Tr>
      <Td typed label="Code">
        <span className="code block font-semibold">{coupon.code}</span>
        <span className="block text-sm text-fg-2">{coupon.description}</span>
      </Td>
      <Td label="Discount">{discountOf(coupon)}</Td>
      <Td label="Applies to">{coupon.eventTypes.map((type) => EVENT_TYPE_NAMES[type]).join(', ')}</Td>
      <Td label="Used" align="right" className="whitespace-nowrap">
        {coupon.usageCount}
        {coupon.usageLimit !== null && ` of ${coupon.usageLimit}`}
        {coupon.heldCount > 0 && <span className="block text-sm text-fg-2">{coupon.heldCount} held</span>}
      </Td>
      <Td label="Valid until" className="xl:whitespace-nowrap">
        {coupon.validUntil ? saidEnd(new Date(coupon.validUntil)) : 'No end date'}
      </Td>
      <Td label="Status">
        <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </Td>
      <Td label="Actions">
        <span className="flex flex-wrap items-center gap-2 xl:flex-nowrap">
          <Switch
            label={`${coupon.code} can be used`}
            labelHidden
            checked={isActive}
            onChange={(change) => toggle.isBusy || toggle.start(change.target.checked)}
          />
          <Button size="sm" variant="secondary" onClick={() => setAsked('edit')}>
            Edit<span className="sr-only"> {coupon.code}</span>
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAsked('remove')}>
            {removal}
            <span className="sr-only"> {coupon.code}</span>
          </Button>
        </span>
        {asked === 'edit' && <EditCouponDialog coupon={coupon} onClose={() => setAsked(null)} />}
        {asked === 'remove' && <RemoveCoupon coupon={coupon} onClose={() => setAsked(null)} />}
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
