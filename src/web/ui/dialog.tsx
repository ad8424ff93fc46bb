import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { firstFieldOf } from './first-field.ts';
import { Overlay } from './overlay.tsx';
import { useReturnFocus } from './return-focus.ts';
import { forgetUnsavedWork, WorkInDialog } from './unsaved-work.tsx';

type DialogProps = {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** `drawer` slides in from the right and keeps the list behind it in view. */
  variant?: 'center' | 'drawer';
  /** Stays at the lower edge while the content scrolls; on a low screen, everything scrolls. */
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
};

const panelClass = {
  center:
    'inset-x-0 bottom-0 mx-auto max-h-[min(92dvh,calc(100dvh-var(--toast-room,0px)))] w-full rounded-t-card animate-sheet-in ' +
    'sm:bottom-auto sm:top-[max(24px,8dvh)] sm:max-h-[min(84dvh,calc(92dvh-var(--toast-room,0px)))] sm:w-[min(100%-48px,480px)] sm:rounded-card',
  drawer:
    'top-[var(--toast-room,0px)] right-0 bottom-0 w-full animate-drawer-in ' +
    'sm:top-0 sm:bottom-[var(--toast-room,0px)] sm:max-w-160 sm:rounded-l-card',
};

/**
 * Escape, a click outside, and the close button ask first if the dialog has unsaved input (`UnsavedWork`). While it is
 * being saved they do nothing: the question would say that it isn't saved.
 */
export function Dialog({
  onClose,
  title,
  description,
  variant = 'center',
  footer,
  className,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const [work] = useState(() => ({ unsaved: new Set<object>(), saving: new Set<object>() }));
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if (work.saving.size > 0) return;
    if (work.unsaved.size > 0) setAsking(true);
    else onClose();
  };
  const discard = () => {
    forgetUnsavedWork(work.unsaved);
    onClose();
  };
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <RadixDialog.Portal>
        <Overlay onClose={close} onPress={close} />
        <RadixDialog.Content
          aria-modal="true"
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          // The overlay handles it: the library misses a press soon after a question over the dialog is answered.
          onPointerDownOutside={(event) => event.preventDefault()}
          {...(!description && { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col low:overflow-y-auto border border-transparent bg-surface text-fg shadow-dialog outline-none',
            panelClass[variant],
            className,
          )}
        >
          <header className="flex items-start gap-3 border-b border-line py-3 pr-3 pl-5 sm:pl-6">
            <div className="min-w-0 flex-1 py-2">
              <RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-md text-fg-2">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close className={buttonClass('quiet', 'icon')} aria-label="Close">
              <X aria-hidden="true" />
            </RadixDialog.Close>
          </header>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain low:flex-none low:overflow-visible p-5 focus-visible:outline-offset-[-3px] sm:p-6"
          >
            <WorkInDialog value={work}>{children}</WorkInDialog>
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-6">
              {footer}
            </footer>
          )}
          {isAsking && <DiscardQuestion onDiscard={discard} onKeep={() => setAsking(false)} />}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The library would focus the close button, which comes first. Without a field it does, because closing is safe. */
function focusFirstField(event: Event): void {
  const field = firstFieldOf(event.currentTarget as HTMLElement);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
