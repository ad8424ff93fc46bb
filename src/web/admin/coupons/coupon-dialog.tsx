import { couponForm, createCoupon, listCoupons } from '#contract/coupons.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { call } from '../../api.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { CouponLimits } from './coupon-limits.tsx';
import { endOfChosenDay } from './end-of-day.ts';
import { useNewCoupon } from './use-new-coupon.ts';

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
  const { action, form } = useNewCoupon({
    create: (body) => call(createCoupon, { body }),
    list: listCoupons.path,
    schema: couponForm,
    initial: INITIAL,
    read: readTyped,
    onClose,
  });
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
        hint="At least 3 characters; stored in capitals."
        autoCapitalize="characters"
        {...field('code')}
      />
      <TextField label="Description" {...field('description')} />
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
