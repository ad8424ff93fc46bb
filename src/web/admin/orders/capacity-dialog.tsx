import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type CapacityDay, getCapacity, setCapacity } from '#contract/capacity.ts';
import { formatDay } from '#domain/calendar.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useAction } from '../actions/use-action.ts';

/** Changes the maximum of one day; what was typed stays until the server has taken it. */
export function CapacityDialog({ day, onClose }: { day: CapacityDay; onClose: () => void }) {
  const name = formatDay(day.eventDate, 'short');
  const form = useForm({
    resolver: zodResolver(setCapacity.body),
    defaultValues: { maxCapacity: day.maxCapacity, seen: day.maxCapacity },
  });
  const action = useAction({
    run: (body: { maxCapacity: number; seen: number }) =>
      call(setCapacity, { params: { day: day.eventDate }, body }),
    refreshes: [getCapacity.path],
    success: () => ({ title: 'Maximum Changed', description: `The maximum of ${name} has been changed.` }),
    failed: { title: 'Change Failed', otherwise: 'Failed to change the maximum' },
    onDone: onClose,
  });
  const refused = action.error instanceof ApiError ? action.error.fields.maxCapacity : undefined;
  const message = form.formState.errors.maxCapacity?.message ?? refused;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Change the maximum of ${name}`}
    >
      <form noValidate onSubmit={form.handleSubmit(action.start)} className="flex flex-col gap-4">
        <UnsavedWork when={form.formState.isDirty} />
        <TextField
          {...form.register('maxCapacity', { valueAsNumber: true })}
          label="Maximum"
          hint={`${day.sold} sold and ${day.held} held; it cannot be less than that.`}
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          autoComplete="off"
          error={message}
        />
        {action.failure && !message && <Notice tone="error">{action.failure}</Notice>}
        <div className="flex gap-3">
          <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Saving">
            Save
          </Button>
          <Button variant="secondary" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
