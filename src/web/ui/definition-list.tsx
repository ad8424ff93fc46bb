import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Terms that occur more than once need a key. */
export type Definition = { term: string; description: ReactNode; key?: string };

export function DefinitionList({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={cx('text-md', className)}>
      {items.map(({ term, description, key = term }) => (
        <div
          key={key}
          className="grid gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[minmax(9.75rem,1fr)_2fr]"
        >
          <dt className="text-fg-2">{term}</dt>
          <dd className="min-w-0 font-semibold">{description}</dd>
        </div>
      ))}
    </dl>
  );
}
