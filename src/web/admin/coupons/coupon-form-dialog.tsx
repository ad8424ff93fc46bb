import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import type { useAction } from '../actions/use-action.ts';
import type { useCouponForm } from './use-coupon-form.ts';

type CouponFormDialogProps = {
  title: string;
  form: ReturnType<typeof useCouponForm>;
  action: Pick<ReturnType<typeof useAction>, 'failure' | 'isBusy'>;
  submitLabel: string;
  busyLabel: string;
  /** The id of what says why the form cannot be sent yet; absent when it can. */
  blockedBy?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** What the coupon forms have in common: a dialog with its buttons, what is wrong, and what was not saved. */
export function CouponFormDialog({
  title,
  form,
  action,
  submitLabel,
  busyLabel,
  blockedBy,
  onClose,
  children,
}: CouponFormDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form.formId}
            busy={action.isBusy}
            busyLabel={busyLabel}
            {...(blockedBy && { 'aria-disabled': true, 'aria-describedby': blockedBy })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form.formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <UnsavedWork when={form.isChanged} />
        <ErrorSummary errors={form.errors} attempt={form.tries} />
        {action.failure && form.errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
        {children}
      </form>
    </Dialog>
  );
}
