import type { ComponentProps, ReactNode } from 'react';
import { CheckInForm } from './check-in-form.tsx';
import { ResultPanel } from './result-panel.tsx';

/**
 * Camera or list on the left, verdict and button on the right, both at full height. On a phone, the verdict comes
 * first.
 */
export function DeskLayout({
  waiting,
  children,
  ...form
}: ComponentProps<typeof CheckInForm> & {
  /** What to do while nobody is shown. */
  waiting: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-x-6 gap-y-3 max-lg:flex max-lg:flex-col max-lg:[reading-flow:flex-visual] lg:min-h-[calc(100dvh-5.5rem)] lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-2">{children}</div>
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-1">
        <ResultPanel band={form.checkIn.band} waiting={waiting} />
        <CheckInForm {...form} />
      </div>
    </div>
  );
}
