import { deleteStripeCoupon, listStripeCoupons, type StripeCoupon } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';

/** Asks, then deletes the coupon in Stripe. */
export function DeleteStripeCoupon({ coupon, onClose }: { coupon: StripeCoupon; onClose: () => void }) {
  const action = useAction({
    run: () => call(deleteStripeCoupon, { params: { id: coupon.id } }),
    refreshes: [listStripeCoupons.path],
    success: () => ({ title: 'Success', description: 'Coupon deleted successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to delete coupon' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Delete ${coupon.name ?? coupon.id}?`}
      confirmLabel="Delete coupon"
      busyLabel="Deleting"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        Times used: {coupon.times_redeemed}. Orders that used it keep their discount. Once deleted, it can no
        longer be used.
      </p>
    </ConfirmAction>
  );
}
