import type { ReactNode } from 'react';
import { asksForSecond } from './api-errors.ts';
import { Button } from './ui/button.tsx';
import { focusSubmit } from './ui/first-field.ts';
import { Notice } from './ui/notice.tsx';

/** A refused form's message: a sentence, or the question whether this is a second person. */
export function FormFailure({
  error,
  failure,
  isBusy,
  onSecond,
}: {
  error: unknown;
  failure: string | null;
  isBusy: boolean;
  /** Omitted where a second person can't be confirmed. */
  onSecond?: () => void;
}) {
  if (!failure) return null;
  if (!onSecond || !asksForSecond(error)) return <Notice tone="error">{failure}</Notice>;
  return (
    <SecondPersonQuestion confirmLabel="Yes, add a second person" isBusy={isBusy} onConfirm={onSecond}>
      Your team already has a person with this name and email. If you meant someone else, change the name or
      the email.
    </SecondPersonQuestion>
  );
}

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
      title="Is this a second person?"
      action={
        <Button
          size="sm"
          busy={isBusy}
          busyLabel="Adding"
          onClick={({ currentTarget }) => {
            focusSubmit(currentTarget);
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
