import type { ReactNode } from 'react';
import { counted } from '#contract/words/counted.ts';

/** The first `most` items of a list; the others are collapsed. */
export function ShortList({
  most,
  more,
  children,
}: {
  most: number;
  /** The noun for the other items, in the singular. */
  more: string;
  children: readonly ReactNode[];
}) {
  const others = children.slice(most);
  return (
    <>
      <ul className="divide-y divide-line">{children.slice(0, most)}</ul>
      {others.length > 0 && (
        <details className="border-t border-line">
          <summary className="inline-flex min-h-11 items-center link">{counted(others.length, more)}</summary>
          <ul className="divide-y divide-line">{others}</ul>
        </details>
      )}
    </>
  );
}
