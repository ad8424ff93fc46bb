import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** White panel. Clip art inside it with `overflow-hidden`. */
export function Card({ className, ...div }: ComponentProps<'div'>) {
  return (
    <div
      {...div}
      className={cx(
        'relative rounded-card border border-transparent bg-surface p-5 shadow-card sm:p-6 print:border-black print:shadow-none',
        className,
      )}
    />
  );
}
