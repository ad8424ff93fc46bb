import { couponChanges, type LocalCoupon, listCoupons, saveCoupon } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { call } from '../../api.ts';
import { now } from '../../clock.ts';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { CouponLimits } from './coupon-limits.tsx';
import { chosenDayOf, endOfChosenDay } from './end-of-day.ts';

/** What may change once people have the code. */
export function EditCouponDialog({ coupon, onClose }: { coupon: LocalCoupon; onClose: () => void }) {
  const { seen, follow } = useSeen(coupon);
  const initial = {
    description: seen.description,
    usageLimit: seen.usageLimit === null ? '' : String(seen.usageLimit),
    validUntil: seen.validUntil === null ? '' : chosenDayOf(new Date(seen.validUntil)),
    isActive: seen.isActive,
  };
  const action = useAction({
    run: (body: ParsedOf<typeof couponChanges>) =>
      call(saveCoupon, {
        params: { id: String(coupon.id) },
        body: { ...body, seenUpdatedAt: seen.updatedAt },
      }),
    refreshes: [listCoupons.path],
    success: ({ code }) => ({ title: 'Success', description: `${code} saved.` }),
    failed: { title: 'Error', otherwise: 'Failed to update coupon' },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: couponChanges,
    initial,
    follows: true,
    refusal: action.error,
    read: ({ usageLimit, validUntil, ...rest }) => {
      const isOver = seen.validUntil !== null && new Date(seen.validUntil) <= now();
      const isSwitchedOn = rest.isActive && !seen.isActive;
      // A coupon can end in the middle of a day. That end stays until another day is chosen, or until the coupon is
      // switched on again after it.
      const keepsEnd = validUntil === initial.validUntil && !(isOver && isSwitchedOn);
      return {
        ...rest,
        usageLimit: typedCount(usageLimit) ?? null,
        validUntil: keepsEnd ? seen.validUntil : (endOfChosenDay(validUntil)?.toISOString() ?? null),
      };
    },
  });
  follow(form, action.error);
  const { error: _, ...isActive } = form.field('isActive');
  return (
    <FormDialog title={`Edit ${coupon.code}`} form={form} action={action} onClose={onClose}>
      <p className="text-fg-2">
        The code and the discount stay as they are. To change them, end this coupon and create a new one.
      </p>
      <TextField
        label="Description"
        hint="Buyers see this under the discount."
        {...form.field('description')}
      />
      <CouponLimits
        usageLimit={form.field('usageLimit')}
        validUntil={form.field('validUntil')}
        uses={`${coupon.usageCount} used, ${coupon.heldCount} held.`}
      />
      <Switch label="Can be used" {...isActive} />
    </FormDialog>
  );
}
