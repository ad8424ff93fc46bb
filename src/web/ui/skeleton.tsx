import { cx } from './cx.ts';

/** A placeholder for loading content; appears after 200 ms, so that fast responses don't flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-late rounded-chip bg-sunken', className)}>
      &nbsp;
    </span>
  );
}
