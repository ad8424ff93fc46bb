import { cx } from './cx.ts';

export type CountdownPart = {
  /** Already padded; use the same number of digits before and after the first tick, so that nothing moves. */
  value: string;
  unit: string;
  /** For a part that changes constantly: hidden for readers who prefer reduced motion. */
  restless?: boolean;
};

/** Numbers on tiles. Not announced: put the date in words next to it. */
export function CountdownTiles({
  parts,
  label,
  className,
}: {
  parts: readonly CountdownPart[];
  label: string;
  className?: string;
}) {
  return (
    <div role="timer" aria-label={label} className={cx('flex flex-wrap gap-2 sm:gap-3', className)}>
      {parts.map(({ value, unit, restless }) => (
        <div
          key={unit}
          className={cx(
            'flex min-w-[4.5rem] flex-col items-center rounded-button border border-transparent bg-surface px-3 py-3 sm:min-w-[5.75rem]',
            restless && 'motion-reduce:hidden',
          )}
        >
          <span className="font-display text-2xl leading-none font-[680] even-figures sm:text-[2.125rem] sm:leading-none">
            {value}
          </span>
          <span className="mt-1.5 text-sm text-fg-3 on-ink:text-fg-2">{unit}</span>
        </div>
      ))}
    </div>
  );
}
