import * as RadixTooltip from 'radix-ui/tooltip';
import type { FocusEvent, ReactElement, ReactNode } from 'react';

export const tooltipDelay = 700;
export const tooltipSkipDelay = 300;

/** Once, around everything that has tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={tooltipDelay} skipDelayDuration={tooltipSkipDelay}>
      {children}
    </RadixTooltip.Provider>
  );
}

/** A second way to read known facts: never their only place, because touch has no hover. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild onFocus={onlyIfVisible}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-72 animate-overlay-in rounded-chip border border-transparent bg-fg px-3 py-1.5 text-sm text-surface shadow-card"
        >
          {text}
          <RadixTooltip.Arrow className="fill-fg" />
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

/** Focus that returns when a dialog is closed by the pointer shouldn't open a tooltip. */
function onlyIfVisible(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
