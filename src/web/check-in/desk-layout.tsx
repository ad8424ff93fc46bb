import type { ReactNode } from 'react';

/**
 * Two columns; on a phone one, in which the children set their own `order`: camera or list, result, code box, notes,
 * button. Only elements without focus move.
 */
export function DeskLayout({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="grid gap-4 max-lg:flex max-lg:flex-col lg:grid-cols-2 lg:gap-6">
      <div className="grid content-start gap-5 max-lg:contents">{left}</div>
      <div className="flex flex-col gap-4 max-lg:contents">{right}</div>
    </div>
  );
}
