import { cx } from './cx.ts';

/** Placeholder for loading content; appears after 200 ms, so that quick answers don't flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-late rounded-chip bg-sunken', className)}>
      &nbsp;
    </span>
  );
}
