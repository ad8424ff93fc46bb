import type { ReactNode } from 'react';

/** Camera or list on the left, verdict on the right, both at full height. On a phone, the verdict comes first. */
export function DeskLayout({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-3 max-lg:flex max-lg:flex-col max-lg:[reading-flow:flex-visual] lg:min-h-[calc(100dvh-5.5rem)] lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-2">{left}</div>
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-1">{right}</div>
    </div>
  );
}
