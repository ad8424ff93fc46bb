import { lazy, type ReactNode, Suspense } from 'react';
import { Notice } from '../../ui/notice.tsx';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
);

/** Asks before an action of `useAction`. If it fails, the dialog stays open with the error. */
export function ConfirmAction({
  title,
  confirmLabel,
  busyLabel,
  tone = 'danger',
  isReady = true,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  busyLabel: string;
  tone?: 'primary' | 'danger';
  /** False while the facts are still loading: it can't be confirmed. */
  isReady?: boolean;
  action: { readonly isBusy: boolean; readonly failure: string | null; readonly leave: () => void };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => {
          if (open || action.isBusy) return;
          onClose();
          action.leave();
        }}
        title={title}
        confirmLabel={confirmLabel}
        busy={action.isBusy}
        busyLabel={busyLabel}
        tone={tone}
        onConfirm={onConfirm}
        isReady={isReady}
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
