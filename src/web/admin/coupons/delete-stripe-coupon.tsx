import { deleteStripeCoupon, listStripeCoupons, type StripeCoupon } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';

/** Asks, then deletes the coupon in Stripe. */
export function DeleteStripeCoupon({ coupon, onClose }: { coupon: StripeCoupon; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`Delete ${coupon.name ?? coupon.id}?`}
      confirmLabel="Delete coupon"
      busyLabel="Deleting"
      run={() => call(deleteStripeCoupon, { params: { id: coupon.id } })}
      refreshes={[listStripeCoupons.path]}
      success={() => ({ title: 'Success', description: 'Coupon deleted successfully.' })}
      failed={{ title: 'Error', otherwise: 'Failed to delete coupon' }}
      onClose={onClose}
    >
      <p>
        Times used: {coupon.times_redeemed}. Orders that used it keep their discount. Once deleted, it can no
        longer be used.
      </p>
    </ConfirmAction>
  );
}
