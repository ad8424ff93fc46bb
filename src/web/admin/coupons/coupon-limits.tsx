import type { ComponentProps } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { LAST_DAY } from './end-of-day.ts';

type Field = Omit<ComponentProps<typeof TextField>, 'label'>;

/** A coupon's usage limit and end date. `uses` adds its uses so far to the hint. */
export function CouponLimits({
  usageLimit,
  validUntil,
  uses = '',
}: {
  usageLimit: Field;
  validUntil: Field;
  uses?: string;
}) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <TextField
        label="Usage limit"
        optional
        hint={`Blank means no limit. ${uses}`.trim()}
        inputMode="numeric"
        {...usageLimit}
      />
      <TextField
        label="Valid until"
        optional
        hint="Valid through the end of that day."
        type="date"
        max={LAST_DAY}
        {...validUntil}
      />
    </div>
  );
}
