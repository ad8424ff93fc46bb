import { type CapacityDay, getCapacity, setCapacity } from '#contract/capacity.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatDay } from '#domain/calendar.ts';
import { call } from '../../api.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useAction } from '../actions/use-action.ts';

export function CapacityDialog({ day, onClose }: { day: CapacityDay; onClose: () => void }) {
  const name = formatDay(day.eventDate, 'short');
  const { seen, follow } = useSeen(day.maxCapacity);
  const action = useAction({
    run: (body: ParsedOf<typeof setCapacity.body>) =>
      call(setCapacity, { params: { day: day.eventDate }, body }),
    refreshes: [getCapacity.path],
    success: () => ({ title: 'Maximum Changed', description: `The maximum for ${name} has been changed.` }),
    failed: { title: 'Change Failed', otherwise: 'Failed to change the maximum' },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: setCapacity.body,
    initial: { maxCapacity: seen, seen },
    follows: true,
    fields: ['maxCapacity'],
    refusal: action.error,
  });
  follow(form, action.error);
  return (
    <FormDialog
      title={`Change the maximum for ${name}`}
      form={form}
      action={action}
      submitLabel="Save"
      busyLabel="Saving"
      onClose={onClose}
    >
      <TextField
        label="Maximum"
        hint={`${day.sold} sold and ${day.held} held; it cannot be less than that. It is ${day.maxCapacity} now.`}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        autoComplete="off"
        {...form.field('maxCapacity', { valueAsNumber: true })}
      />
    </FormDialog>
  );
}
