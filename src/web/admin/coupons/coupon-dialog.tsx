import { couponForm, createCoupon, listCoupons } from '#contract/coupons.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { call } from '../../api.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { EVENT_TYPE_NAMES } from '../orders/event-type-names.ts';
import { CouponFormDialog } from './coupon-form-dialog.tsx';
import { endOfChosenDay } from './end-of-day.ts';
import { useCouponForm } from './use-coupon-form.ts';

const INITIAL = {
  code: '',
  description: '',
  discountType: 'percentage',
  value: '',
  minimum: '',
  maximum: '',
  limit: '100',
  eventTypes: 'conference',
  until: '',
};

export function CouponDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({
    run: (body: ReturnType<typeof couponForm.parse>) => call(createCoupon, { body }),
    refreshes: [listCoupons.path],
    success: () => ({ title: 'Success', description: 'Coupon created successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to create coupon' },
    onDone: onClose,
  });
  const form = useCouponForm(INITIAL, couponForm, readTexts, (body) => action.start(body), action.error);
  const { texts, setTexts, field } = form;
  const isPercentage = texts.discountType === 'percentage';
  const chosen = (texts.eventTypes ?? '').split(' ').filter(Boolean);
  const toggle = (type: string, isOn: boolean) => {
    const next = isOn ? [...chosen, type] : chosen.filter((one) => one !== type);
    setTexts({ ...texts, eventTypes: next.join(' ') });
  };
  return (
    <CouponFormDialog
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
          {...field('discountValue', 'value')}
        />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label="Minimum order amount"
          optional
          prefix="$"
          inputMode="decimal"
          {...field('minOrderAmount', 'minimum')}
        />
        <TextField
          label="Max discount"
          optional
          prefix="$"
          inputMode="decimal"
          {...field('maxDiscount', 'maximum')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Usage limit"
          optional
          hint="Blank means none."
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
      <fieldset id={field('eventTypes').id} tabIndex={-1}>
        <legend className="font-semibold">Event types</legend>
        {field('eventTypes').error && <p className="font-semibold text-error">{field('eventTypes').error}</p>}
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex min-h-11 items-center gap-3 text-md">
            <input
              type="checkbox"
              className="size-5"
              checked={chosen.includes(type)}
              onChange={(change) => toggle(type, change.target.checked)}
            />
            {EVENT_TYPE_NAMES[type]}
          </label>
        ))}
      </fieldset>
    </CouponFormDialog>
  );
}

function readTexts(texts: Record<string, string>) {
  const value = texts.value ?? '';
  return {
    code: texts.code,
    description: texts.description,
    discountType: texts.discountType,
    discountValue: texts.discountType === 'percentage' ? typedCount(value) : typedCents(value),
    minOrderAmount: typedCents(texts.minimum ?? '') ?? null,
    maxDiscount: typedCents(texts.maximum ?? '') ?? null,
    usageLimit: typedCount(texts.limit ?? '') ?? null,
    eventTypes: (texts.eventTypes ?? '').split(' ').filter(Boolean),
    validUntil: endOfChosenDay(texts.until ?? '')?.toISOString() ?? null,
  };
}
