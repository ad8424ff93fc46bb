import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import type { useCallForm } from '../../use-call-form.ts';
import type { useAction } from './use-action.ts';

/** A dialog with a `useCallForm` form that a `useAction` action submits. */
export function FormDialog<Body>({
  title,
  description,
  form,
  action,
  submitLabel = 'Save',
  busyLabel = 'Saving',
  blockedBy,
  onClose,
  children,
}: {
  title: string;
  description?: string;
  form: Pick<ReturnType<typeof useCallForm>, 'id' | 'isDirty' | 'errors' | 'attempt'> & {
    submit: (start: (body: Body) => void) => FormEventHandler;
  };
  action: Pick<ReturnType<typeof useAction<Body, unknown>>, 'start' | 'failure' | 'isBusy'>;
  submitLabel?: string;
  busyLabel?: string;
  /** The id of the text that explains why the form can't be submitted yet. */
  blockedBy?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" aria-disabled={action.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form.id}
            busy={action.isBusy}
            busyLabel={busyLabel}
            {...(blockedBy && { 'aria-disabled': true, 'aria-describedby': blockedBy })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form.id} noValidate onSubmit={form.submit(action.start)} className="flex flex-col gap-4">
        <UnsavedWork when={form.isDirty} isSaving={action.isBusy} />
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {action.failure && form.errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
        {children}
      </form>
    </Dialog>
  );
}
