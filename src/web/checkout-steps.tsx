import { cx } from './ui/cx.ts';

const STEPS = ['Details', 'Review', 'Pay'] as const;

/** The top of each purchase page: its title and its step. A free order ends with its review. */
export function CheckoutSteps({
  step,
  title,
  isFree = false,
}: {
  step: (typeof STEPS)[number];
  title: string;
  isFree?: boolean;
}) {
  return (
    <div className="on-ink border-t border-line bg-ink">
      <div className="wrap flex min-h-24 flex-col justify-center gap-x-8 gap-y-1.5 py-3 sm:flex-row sm:items-center sm:justify-between">
        <h1 className="text-2xl">{title}</h1>
        <ol aria-label="Steps" className="flex gap-2 text-md text-fg-2">
          {STEPS.slice(0, isFree ? -1 : undefined).map((one, index) => (
            <li
              key={one}
              aria-current={one === step ? 'step' : undefined}
              className={cx('flex gap-2', one === step && 'font-semibold text-link')}
            >
              {index > 0 && (
                <span aria-hidden="true" className="font-normal text-fg-2">
                  ·
                </span>
              )}
              {one}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
