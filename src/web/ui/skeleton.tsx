import { cx } from './cx.ts';

/** Grey of what is still on its way; appears after 200 ms, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-late rounded-chip bg-sunken', className)}>
      &nbsp;
    </span>
  );
}
