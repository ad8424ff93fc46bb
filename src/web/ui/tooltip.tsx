import * as RadixTooltip from 'radix-ui/tooltip';
import { type FocusEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';

/** Wrap once around everything with tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  );
}

/** Only repeats information that is available elsewhere, because touch has no hover. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The library closes it on any scroll, even the one that brings the focused trigger into view.
  const change = (open: boolean) => setOpen(open || isFocusVisible(trigger.current));
  return (
    <RadixTooltip.Root open={isOpen} onOpenChange={change}>
      <RadixTooltip.Trigger asChild ref={trigger} onFocus={onlyIfVisible}>
        {children}
      </RadixTooltip.Trigger>
      {/* Not while it fades out: it would take the next Escape from what is below it. */}
      {isOpen && (
        <RadixTooltip.Portal forceMount>
          <RadixTooltip.Content
            forceMount
            // Blank, so that it doesn't describe the trigger: a screen reader would say everything twice.
            id=""
            sideOffset={6}
            collisionPadding={12}
            onEscapeKeyDown={(event) => {
              event.preventDefault();
              setOpen(false);
            }}
            className="z-50 max-w-72 animate-overlay-in rounded-chip border border-transparent bg-fg px-3 py-1.5 text-sm text-surface shadow-card"
          >
            {text}
            <RadixTooltip.Arrow className="fill-fg" />
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      )}
    </RadixTooltip.Root>
  );
}

/** Focus that returns when a dialog is closed by the pointer shouldn't open a tooltip. */
function onlyIfVisible(event: FocusEvent<HTMLElement>) {
  if (!isFocusVisible(event.currentTarget)) event.preventDefault();
}

function isFocusVisible(element: HTMLElement | null): boolean {
  return element?.matches(':focus-visible') ?? false;
}
