import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type DisclosureProps = ComponentProps<'details'> & { summary: ReactNode };

/** Shows and hides by the browser's own means, so it works before any script has come. */
export function Disclosure({ summary, className, children, ...details }: DisclosureProps) {
  return (
    <details
      {...details}
      className={cx('group/disclosure rounded-button border-[1.5px] border-line bg-surface', className)}
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-button px-4 py-2.5 font-semibold hover:bg-sunken/50 [&::-webkit-details-marker]:hidden">
        <span>{summary}</span>
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-accent transition-transform group-open/disclosure:rotate-180"
        >
          <ChevronDown className="size-5" />
        </span>
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
