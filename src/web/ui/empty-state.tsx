import type { ReactNode } from 'react';
import { EmptyArcs } from '../art/empty-arcs.tsx';

/** The message of an empty list, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <EmptyArcs className="w-44" />
      <p className="font-display text-lg font-[680] tracking-tight text-balance">{title}</p>
      {children && <div className="max-w-md text-md text-fg-2">{children}</div>}
    </div>
  );
}
