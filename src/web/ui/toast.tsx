import { Check, CircleAlert, Info, X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { closeTopDialog } from './overlay.tsx';
import {
  dismissToast,
  getToasts,
  subscribeToToasts,
  type ToastEntry,
  toastDuration,
  toastHotkey,
  toastSwipeThreshold,
} from './toast-store.ts';

const tones = {
  info: { Icon: Info, glyph: 'bg-info text-info-bg' },
  ok: { Icon: Check, glyph: 'bg-ok text-ok-bg' },
  error: { Icon: CircleAlert, glyph: 'bg-error text-error-bg' },
};

/** Shows what `toast()` was given. Once per page. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts);
  const viewport = useRef<HTMLOListElement>(null);
  useToastRoom(viewport);
  return (
    <RadixToast.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={toastSwipeThreshold}>
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <RadixToast.Viewport
        ref={viewport}
        hotkey={[toastHotkey]}
        data-toasts
        data-focus-ring
        className={cx(
          // On narrow screens, above the bar of its page, whose note takes three lines at most.
          'fixed right-0 z-60 bottom-0 max-lg:bottom-32 flex w-[min(100%,26rem)] flex-col gap-3 rounded-card p-4',
          'focus-visible:outline-offset-[-6px]',
          // A drawer has its buttons at the bottom.
          'max-sm:[:root:has([data-overlay])_&]:top-0 max-sm:[:root:has([data-overlay])_&]:bottom-auto',
          // At the door, controls are at the bottom and Exit is at the top left.
          'at-door:top-0 at-door:bottom-auto at-door:p-1 max-sm:at-door:w-[calc(100%-6.5rem)]',
        )}
      />
    </RadixToast.Provider>
  );
}

/**
 * Sets `--toast-room` to the part of the page's edge that a toast covers, so that dialogs keep their controls clear of
 * it.
 */
function useToastRoom(viewport: RefObject<HTMLOListElement | null>) {
  useEffect(() => {
    const list = viewport.current;
    if (!list) return;
    const { style } = document.documentElement;
    const measure = () => {
      const room = list.childElementCount > 0 ? list.offsetHeight : 0;
      style.setProperty('--toast-room', `${room}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-room');
    };
  }, [viewport]);
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { Icon, glyph } = tones[entry.tone ?? 'info'];
  return (
    <RadixToast.Root
      open={entry.open}
      onOpenChange={(open) => !open && dismissToast(entry.id)}
      onEscapeKeyDown={(event) => {
        const isInToast = event.target instanceof Element && event.target.closest('[data-toasts]') !== null;
        // The toast is on top, but Escape is meant for the open dialog.
        if (!isInToast && closeTopDialog()) event.preventDefault();
      }}
      type={entry.tone === 'error' ? 'foreground' : 'background'}
      className={cx(
        'on-ink flex items-start gap-3 rounded-card border border-line bg-ink p-4 pr-2 text-md shadow-dialog',
        'data-[state=open]:animate-toast-in data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        // No taller than the check-in bar and the gap below it, so that the verdict stays visible.
        'at-door:items-center at-door:py-1 at-door:pl-3 at-door:text-dense at-door:leading-4',
      )}
    >
      <span
        aria-hidden="true"
        className={cx('mt-0.5 grid size-7 shrink-0 place-items-center rounded-full at-door:mt-0', glyph)}
      >
        <Icon className="size-4" strokeWidth={2.6} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5 at-door:pt-0">
        <RadixToast.Title className="font-semibold at-door:truncate">{entry.title}</RadixToast.Title>
        {entry.description && (
          <RadixToast.Description className="mt-0.5 text-fg-2 at-door:mt-0 at-door:line-clamp-2">
            {entry.description}
          </RadixToast.Description>
        )}
      </div>
      <RadixToast.Close
        aria-label="Close"
        className="-mt-1.5 grid size-11 shrink-0 at-door:mt-0 place-items-center rounded-button hover:bg-sunken"
      >
        <X aria-hidden="true" className="size-5" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
