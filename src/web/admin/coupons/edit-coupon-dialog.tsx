import { couponChanges, type LocalCoupon, listCoupons, saveCoupon } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { CouponFormDialog } from './coupon-form-dialog.tsx';
import { chosenDayOf, endOfChosenDay } from './end-of-day.ts';
import { useCouponForm } from './use-coupon-form.ts';

/** What may change once people have the code. */
export function EditCouponDialog({ coupon, onClose }: { coupon: LocalCoupon; onClose: () => void }) {
  const initial = {
    description: coupon.description,
    limit: coupon.usageLimit === null ? '' : String(coupon.usageLimit),
    until: coupon.validUntil === null ? '' : chosenDayOf(new Date(coupon.validUntil)),
    active: coupon.isActive ? 'yes' : '',
  };
  const read = (texts: Record<string, string>) => ({
    description: texts.description,
    usageLimit: typedCount(texts.limit ?? '') ?? null,
    // An end that was not at the end of a day stays what it was until another day is chosen.
    validUntil:
      texts.until === initial.until
        ? coupon.validUntil
        : (endOfChosenDay(texts.until ?? '')?.toISOString() ?? null),
    isActive: texts.active === 'yes',
  });
  const action = useAction({
    run: (body: ReturnType<typeof couponChanges.parse>) =>
      call(saveCoupon, { params: { id: String(coupon.id) }, body }),
    refreshes: [listCoupons.path],
    success: ({ code }) => ({ title: 'Success', description: `${code} saved.` }),
    failed: { title: 'Error', otherwise: 'Failed to update coupon' },
    onDone: onClose,
  });
  const form = useCouponForm(initial, couponChanges, read, (body) => action.start(body), action.error);
  const { texts, setTexts, field } = form;
  return (
    <CouponFormDialog
      title={`Edit ${coupon.code}`}
      form={form}
      action={action}
      submitLabel="Save"
      busyLabel="Saving"
      onClose={onClose}
    >
      <p className="text-fg-2">
        The code and the discount stay as they are. For others, end this coupon and create a new one.
      </p>
      <TextField label="Description" {...field('description')} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label="Usage limit"
          optional
          hint={`Blank means none. ${coupon.usageCount} used, ${coupon.heldCount} held.`}
          inputMode="numeric"
          {...field('usageLimit', 'limit')}
        />
        <TextField
          label="Valid until"
          optional
          hint="The end of that day."
          type="date"
          {...field('validUntil', 'until')}
        />
      </div>
      <Switch
        label="Can be used"
        checked={texts.active === 'yes'}
        onChange={(change) => setTexts({ ...texts, active: change.target.checked ? 'yes' : '' })}
      />
    </CouponFormDialog>
  );
}
