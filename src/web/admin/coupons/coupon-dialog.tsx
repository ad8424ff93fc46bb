import { couponForm, createCoupon, listCoupons } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { call } from '../../api.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { CouponLimits } from './coupon-limits.tsx';
import { endOfChosenDay } from './end-of-day.ts';

const INITIAL = {
  code: '',
  description: '',
  discountType: 'percentage',
  discountValue: '',
  minOrderAmount: '',
  maxDiscount: '',
  usageLimit: '100',
  validUntil: '',
  eventTypes: ['conference'],
};

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({
    run: (body: ParsedOf<typeof createCoupon.body>) => call(createCoupon, { body }),
    refreshes: [listCoupons.path],
    success: () => ({ title: 'Success', description: 'Coupon created successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to create coupon' },
    onDone: onClose,
  });
  const form = useCallForm({ schema: couponForm, initial: INITIAL, read: readTyped, refusal: action.error });
  const { field } = form;
  const isPercentage = form.form.watch('discountType') === 'percentage';
  const { id, error, ...eventTypes } = field('eventTypes');
  return (
    <FormDialog
      title="Create coupon"
      form={form}
      action={action}
      submitLabel="Create"
      busyLabel="Creating"
      onClose={onClose}
    >
      <TextField
        label="Code"
        hint="At least 3 characters; saved in uppercase."
        autoCapitalize="characters"
        {...field('code')}
      />
      <TextField label="Description" hint="Buyers see this under the discount." {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Discount type"
          options={[
            { value: 'percentage', label: 'Percentage' },
            { value: 'fixed', label: 'Fixed amount' },
          ]}
          {...field('discountType')}
        />
        <TextField
          label="Discount value"
          {...(isPercentage ? { suffix: '%' } : { prefix: '$' })}
          inputMode={isPercentage ? 'numeric' : 'decimal'}
          {...field('discountValue')}
        />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label="Minimum order amount"
          optional
          prefix="$"
          inputMode="decimal"
          {...field('minOrderAmount')}
        />
        <TextField label="Max discount" optional prefix="$" inputMode="decimal" {...field('maxDiscount')} />
      </div>
      <CouponLimits usageLimit={field('usageLimit')} validUntil={field('validUntil')} />
      <Fieldset id={id} tabIndex={-1} legend="Event types" legendStyle="label" error={error}>
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex min-h-11 items-center gap-3 text-md">
            <input type="checkbox" className="size-5" value={type} {...eventTypes} />
            {EVENT_TYPE_NAMES[type]}
          </label>
        ))}
      </Fieldset>
    </FormDialog>
  );
}

function readTyped(typed: typeof INITIAL) {
  const readValue = typed.discountType === 'percentage' ? typedCount : typedCents;
  return {
    ...typed,
    discountValue: readValue(typed.discountValue),
    minOrderAmount: typedCents(typed.minOrderAmount) ?? null,
    maxDiscount: typedCents(typed.maxDiscount) ?? null,
    usageLimit: typedCount(typed.usageLimit) ?? null,
    validUntil: endOfChosenDay(typed.validUntil)?.toISOString() ?? null,
  };
}
