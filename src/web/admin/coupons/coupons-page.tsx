import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deleteCoupon, endCoupon, type LocalCoupon, listCoupons, toggleCoupon } from '#contract/coupons.ts';
import { PAGES } from '#contract/paths.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { couponRefusal } from '#domain/coupon.ts';
import { formatUsd } from '#domain/money.ts';
import { call, queryOf } from '../../api.ts';
import { now } from '../../clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, Td, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { AdminSubpage } from '../frame/admin-subpage.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { saidEnd } from '../instant-text.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponHead } from './coupon-head.tsx';
import { EditCouponDialog } from './edit-coupon-dialog.tsx';

/** The site's own coupons, for the coupon administrator; everybody else is redirected. */
export function CouponsPage() {
  return (
    <AdminSubpage title="Coupons" denied={<Home />}>
      {(user) => (user.isCouponAdmin ? <CouponDesk /> : <Home />)}
    </AdminSubpage>
  );
}

function Home() {
  // Once, as a second call would cancel the first load.
  useEffect(() => window.location.replace(PAGES.home), []);
  return null;
}

const HEADINGS = [
  'Code',
  'Discount',
  'Applies to',
  { label: 'Used', align: 'right' },
  'Valid until',
  'Status',
  'Actions',
] as const;

function CouponDesk() {
  // Buyers keep using coupons while this page is open.
  const coupons = useQuery({ ...queryOf(listCoupons), staleTime: 0, refetchOnWindowFocus: 'always' });
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<LocalCoupon | null>(null);
  return (
    <Card className="max-sm:p-4!">
      <CouponHead shown="site" onCreate={() => setCreating(true)} />
      <Loaded query={coupons} loading="Loading coupons" failure="Failed to load coupons">
        {(found) =>
          found.length === 0 ? (
            <EmptyState title="No coupons yet" />
          ) : (
            <Table caption="Coupons" headings={HEADINGS}>
              {found.map((coupon) => (
                <CouponRow key={coupon.id} coupon={coupon} onEdit={() => setEdited(coupon)} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {isCreating && <CouponDialog onClose={() => setCreating(false)} />}
      {edited && (
        <EditCouponDialog
          // A colleague may have changed it since. If it was deleted, what was typed stays.
          coupon={coupons.data?.find(({ id }) => id === edited.id) ?? edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function CouponRow({ coupon, onEdit }: { coupon: LocalCoupon; onEdit: () => void }) {
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
  const [isAsked, setAsked] = useState(false);
  const isActive = toggle.pending ?? coupon.isActive;
  const removal = coupon.isUsed ? 'End' : 'Delete';
  const obstacle = obstacleOf(coupon);
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
        {obstacle && <span className="block text-sm text-error">{obstacle}</span>}
      </Td>
      <Td label="Actions">
        <span className="flex flex-wrap items-center gap-2 xl:flex-nowrap">
          <Switch
            label={`${coupon.code} can be used`}
            labelHidden
            checked={isActive}
            onChange={(change) => toggle.isBusy || toggle.start(change.target.checked)}
          />
          <Button size="sm" variant="secondary" onClick={onEdit}>
            Edit<span className="sr-only"> {coupon.code}</span>
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAsked(true)}>
            {removal}
            <span className="sr-only"> {coupon.code}</span>
          </Button>
        </span>
        {isAsked && <RemoveCoupon coupon={coupon} onClose={() => setAsked(false)} />}
        {toggle.failure && <span className="block text-sm text-error">{toggle.failure}</span>}
      </Td>
    </Tr>
  );
}

/** Why an active coupon is refused for every order; undefined if it isn't. */
function obstacleOf(coupon: LocalCoupon): string | undefined {
  const rules = {
    ...coupon,
    usesTaken: coupon.usageCount + coupon.heldCount,
    validFrom: null,
    validUntil: coupon.validUntil === null ? null : new Date(coupon.validUntil),
  };
  const fitting = { eventType: coupon.eventTypes[0]!, price: coupon.minOrderAmount ?? 0, now: now() };
  const refusal = couponRefusal(rules, fitting);
  if (refusal === 'coupon_expired') return 'Expired';
  if (refusal === 'coupon_used_up') return 'None left';
  return undefined;
}

function discountOf({ discountType, discountValue, maxDiscount, minOrderAmount }: LocalCoupon): string {
  const parts = [discountType === 'percentage' ? `${discountValue}%` : formatUsd(discountValue)];
  if (maxDiscount !== null) parts.push(`at most ${formatUsd(maxDiscount)}`);
  if (minOrderAmount) parts.push(`orders of ${formatUsd(minOrderAmount)} or more`);
  return parts.join(', ');
}

function RemoveCoupon({ coupon, onClose }: { coupon: LocalCoupon; onClose: () => void }) {
  const isEnded = coupon.isUsed;
  const params = { id: String(coupon.id) };
  return (
    <ConfirmAction
      title={isEnded ? `End ${coupon.code}?` : `Delete ${coupon.code}?`}
      confirmLabel={isEnded ? 'End coupon' : 'Delete coupon'}
      busyLabel={isEnded ? 'Ending' : 'Deleting'}
      run={() => call(isEnded ? endCoupon : deleteCoupon, { params })}
      refreshes={[listCoupons.path]}
      success={() => ({
        title: 'Success',
        description: isEnded ? `${coupon.code} has ended.` : 'Coupon deleted successfully.',
      })}
      failed={{ title: 'Error', otherwise: isEnded ? 'Failed to end coupon' : 'Failed to delete coupon' }}
      onClose={onClose}
    >
      <p>
        {isEnded
          ? 'No one will be able to use this code anymore. Orders that used it keep their discount, and the coupon stays in the list.'
          : 'No one has used this coupon. It will be deleted permanently, and its code can be reused.'}
      </p>
    </ConfirmAction>
  );
}
