import { cx } from './cx.ts';

/** Two concentric arcs that turn, and what they wait for. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className={cx('inline-flex items-center gap-3 text-fg-2', className)}>
      <SpinnerArcs className="size-6" />
      <span>{label}</span>
    </span>
  );
}

export function SpinnerArcs({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('shrink-0 animate-spin', className)}
    >
      <path d="M2.5 12a9.5 9.5 0 0 1 19 0" />
      <path d="M7.5 12a4.5 4.5 0 0 1 9 0" opacity=".55" />
    </svg>
  );
}
