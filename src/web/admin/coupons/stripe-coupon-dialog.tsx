import { useState } from 'react';
import { createStripeCoupon, listStripeCoupons, stripeCouponForm } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { call } from '../../api.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { endOfChosenDay, LAST_DAY } from './end-of-day.ts';

const INITIAL = {
  name: '',
  percent_off: '',
  amount_off: '',
  duration: 'once',
  duration_in_months: '',
  max_redemptions: '',
  redeem_by: '',
  id: '',
};

export function StripeCouponDialog({ onClose }: { onClose: () => void }) {
  // Created once, so that pressing twice makes one coupon.
  const [requestId] = useState(() => crypto.randomUUID());
  const action = useAction({
    run: (body: ParsedOf<typeof stripeCouponForm>) =>
      call(createStripeCoupon, { body: { ...body, requestId } }),
    refreshes: [listStripeCoupons.path],
    success: () => ({ title: 'Success', description: 'Coupon created successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to create coupon' },
    unconfirmed: {
      title: 'Coupon Not Confirmed',
      otherwise:
        'The coupon may have been created. Trying again with the same values won’t create a second one.',
    },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: stripeCouponForm,
    initial: INITIAL,
    read: readTyped,
    refusal: action.error,
  });
  const { field } = form;
  const typed = form.form.watch();
  const isEnough = typed.name.trim() && (typed.percent_off.trim() || typed.amount_off.trim());
  const clears = (other: 'percent_off' | 'amount_off') => ({ onChange: () => form.form.setValue(other, '') });
  return (
    <FormDialog
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
          {...field('percent_off', clears('amount_off'))}
        />
        <TextField
          label="Amount off"
          prefix="$"
          inputMode="decimal"
          {...field('amount_off', clears('percent_off'))}
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
      {typed.duration === 'repeating' && (
        <TextField label="Months" inputMode="numeric" {...field('duration_in_months')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Max redemptions" optional inputMode="numeric" {...field('max_redemptions')} />
        <TextField label="Redeem by" optional type="date" max={LAST_DAY} {...field('redeem_by')} />
      </div>
      <TextField label="Coupon ID" optional hint="If blank, Stripe generates one." {...field('id')} />
      <p id="coupon-why" className="text-sm text-fg-2">
        Enter a display name, and either percent off or amount off.
      </p>
    </FormDialog>
  );
}

function readTyped(typed: typeof INITIAL) {
  const end = endOfChosenDay(typed.redeem_by);
  return {
    id: typed.id.trim() || undefined,
    name: typed.name,
    percent_off: typedCount(typed.percent_off),
    amount_off: typedCents(typed.amount_off),
    duration: typed.duration,
    duration_in_months: typed.duration === 'repeating' ? typedCount(typed.duration_in_months) : undefined,
    max_redemptions: typedCount(typed.max_redemptions),
    redeem_by: end && Math.floor(end.getTime() / 1000),
  };
}
