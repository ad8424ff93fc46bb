import * as RadixAlert from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Overlay } from './overlay.tsx';
import { useReturnFocus } from './return-focus.ts';

type ConfirmDialogProps = {
  title: ReactNode;
  /** What will happen, with numbers and amounts, and whether it can be undone. */
  children: ReactNode;
  /** The verb of the action, such as “Delete order”. */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  busy?: boolean;
  busyLabel?: string;
  /** False while the facts are still loading: it can't be confirmed. */
  isReady?: boolean;
  /** The caller closes the dialog when the action is done; until then it stays, so that an error can be shown in it. */
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that can't easily be undone. The focus starts on Cancel. While `busy`, it doesn't close. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  busy = false,
  busyLabel,
  isReady = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <RadixAlert.Root open onOpenChange={close}>
      <RadixAlert.Portal>
        <Overlay onClose={close} />
        <RadixAlert.Content
          aria-modal="true"
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[min(92dvh,calc(100dvh-var(--toast-room,0px)))] w-full animate-sheet-in overflow-y-auto rounded-t-card border border-transparent bg-surface p-5 text-fg shadow-dialog outline-none sm:top-[max(24px,16dvh)] sm:bottom-auto sm:max-h-[calc(84dvh-var(--toast-room,0px))] sm:w-[min(100%-48px,480px)] sm:rounded-card sm:p-7"
        >
          <RadixAlert.Title className="text-xl">{title}</RadixAlert.Title>
          <RadixAlert.Description asChild>
            <div className="mt-3 text-md text-fg-2">{children}</div>
          </RadixAlert.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
            <RadixAlert.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </RadixAlert.Cancel>
            <Button
              variant={tone}
              busy={busy}
              busyLabel={busyLabel}
              aria-disabled={!isReady}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}
