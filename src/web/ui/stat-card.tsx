import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

/** A figure with its name. While `value` is undefined, a placeholder of the same height is shown. */
export function StatCard({
  label,
  value,
  note,
  className,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx('rounded-card border border-transparent bg-surface p-4 shadow-card sm:p-5', className)}
    >
      <dl>
        <dt className="text-dense text-fg-2">{label}</dt>
        <dd className="mt-1 font-display text-xl font-[680] tracking-tight even-figures sm:text-[2.125rem]">
          {value ?? <Skeleton className="h-[1.1em] w-24" />}
        </dd>
        {note && <dd className="mt-1 text-sm text-fg-2">{note}</dd>}
      </dl>
    </div>
  );
}
