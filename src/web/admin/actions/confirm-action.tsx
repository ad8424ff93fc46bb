import { lazy, type ReactNode, Suspense } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { type Action, useAction } from './use-action.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

/** Asks before an action. If it fails, the dialog stays open with the error. */
export function ConfirmAction<Output>({
  title,
  confirmLabel,
  busyLabel,
  tone = 'danger',
  isReady,
  onClose,
  children,
  ...asked
}: Omit<Action<void, Output>, 'isAsked' | 'isQuestion'> & {
  title: string;
  confirmLabel: string;
  busyLabel: string;
  tone?: 'primary' | 'danger';
  /** False while the facts are still loading: it can't be confirmed. */
  isReady?: boolean;
  /** Also called when it is done, unless there is an `onDone`. */
  onClose: () => void;
  children: ReactNode;
}) {
  const action = useAction({ onDone: onClose, ...asked, isAsked: true });
  return (
    <Suspense>
      <ConfirmDialog
        title={title}
        confirmLabel={confirmLabel}
        busy={action.isBusy}
        busyLabel={busyLabel}
        tone={tone}
        isReady={isReady}
        onConfirm={() => action.start()}
        onClose={() => {
          onClose();
          action.leave();
        }}
      >
        <div className="flex flex-col gap-3">
          {children}
          {action.failure && (
            <Notice tone="error" className="text-fg">
              {action.failure}
            </Notice>
          )}
        </div>
      </ConfirmDialog>
    </Suspense>
  );
}
