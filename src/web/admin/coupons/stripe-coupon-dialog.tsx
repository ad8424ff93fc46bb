import { createStripeCoupon, listStripeCoupons, stripeCouponForm } from '#contract/coupons.ts';
import { call } from '../../api.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { CouponFormDialog } from './coupon-form-dialog.tsx';
import { endOfChosenDay } from './end-of-day.ts';
import { useCouponForm } from './use-coupon-form.ts';

const BLANK = {
  id: '',
  name: '',
  percent: '',
  amount: '',
  duration: 'once',
  months: '',
  max: '',
  redeemBy: '',
};

export function StripeCouponDialog({ onClose }: { onClose: () => void }) {
  const action = useAction({
    run: (body: ReturnType<typeof stripeCouponForm.parse>) => call(createStripeCoupon, { body }),
    refreshes: [listStripeCoupons.path],
    success: () => ({ title: 'Success', description: 'Coupon created successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to create coupon' },
    onDone: onClose,
  });
  const form = useCouponForm(BLANK, stripeCouponForm, readTexts, (body) => action.start(body), action.error);
  const { texts, setTexts, field } = form;
  const isEnough = texts.name?.trim() && (texts.percent?.trim() || texts.amount?.trim());
  return (
    <CouponFormDialog
      title="Create coupon"
      form={form}
      action={action}
      submitLabel="Create"
      busyLabel="Creating"
      blockedBy={isEnough ? undefined : 'coupon-why'}
      onClose={onClose}
    >
      <TextField label="Display name" {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Percent off"
          suffix="%"
          inputMode="numeric"
          {...field('percent_off', 'percent')}
          onChange={(change) => setTexts({ ...texts, percent: change.target.value, amount: '' })}
        />
        <TextField
          label="Amount off"
          prefix="$"
          inputMode="decimal"
          {...field('amount_off', 'amount')}
          onChange={(change) => setTexts({ ...texts, amount: change.target.value, percent: '' })}
        />
      </div>
      <SelectField
        label="Duration"
        options={[
          { value: 'once', label: 'Once' },
          { value: 'repeating', label: 'Repeating' },
          { value: 'forever', label: 'Forever' },
        ]}
        {...field('duration')}
      />
      {texts.duration === 'repeating' && (
        <TextField label="Months" inputMode="numeric" {...field('duration_in_months', 'months')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Max redemptions"
          optional
          inputMode="numeric"
          {...field('max_redemptions', 'max')}
        />
        <TextField label="Redeem by" optional type="date" {...field('redeem_by', 'redeemBy')} />
      </div>
      <TextField label="Coupon ID" optional hint="Made by Stripe when blank." {...field('id')} />
      <p id="coupon-why" className="text-sm text-fg-2">
        A display name and one of percent off or amount off are needed.
      </p>
    </CouponFormDialog>
  );
}

function readTexts(texts: Record<string, string>) {
  const end = endOfChosenDay(texts.redeemBy ?? '');
  const entries = {
    id: texts.id?.trim() || undefined,
    name: texts.name,
    percent_off: typedCount(texts.percent ?? ''),
    amount_off: typedCents(texts.amount ?? ''),
    duration: texts.duration,
    duration_in_months: texts.duration === 'repeating' ? typedCount(texts.months ?? '') : undefined,
    max_redemptions: typedCount(texts.max ?? ''),
    redeem_by: end && Math.floor(end.getTime() / 1000),
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
