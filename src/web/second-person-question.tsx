import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

export function SecondPersonQuestion({
  confirmLabel,
  isBusy,
  onConfirm,
  children,
}: {
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  children: ReactNode;
}) {
  return (
    <Notice
      tone="warn"
      role="alert"
      title="Is this a different person?"
      action={
        <Button
          size="sm"
          busy={isBusy}
          busyLabel="Adding"
          onClick={({ currentTarget }) => {
            // The question disappears, and the focus would be lost with its button.
            currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
