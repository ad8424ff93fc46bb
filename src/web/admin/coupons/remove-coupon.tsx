import { deleteCoupon, endCoupon, type LocalCoupon, listCoupons } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';

/** Whether an order has used or reserved the coupon. Such a coupon can only be ended, not deleted. */
export function isInUse({ usageCount, heldCount }: LocalCoupon): boolean {
  return usageCount + heldCount > 0;
}

export function RemoveCoupon({ coupon, onClose }: { coupon: LocalCoupon; onClose: () => void }) {
  const isEnded = isInUse(coupon);
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
          ? 'From now on no one can use this code. Orders that used it keep their discount, and the coupon stays in the list.'
          : 'No one has used this coupon. It is removed for good, and its code can be reused.'}
      </p>
    </ConfirmAction>
  );
}
