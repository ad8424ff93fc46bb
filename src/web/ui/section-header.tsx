import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type SectionHeaderProps = {
  eyebrow?: ReactNode;
  title: ReactNode;
  intro?: ReactNode;
  /** Buttons at the right edge, below the title on a narrow screen. */
  actions?: ReactNode;
  className?: string;
  id?: string;
};

/** The top of a section with its h2. Set `id` to label the section with it. */
export function SectionHeader({ eyebrow, title, intro, actions, className, id }: SectionHeaderProps) {
  return (
    <div className={cx('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className="max-w-copy min-w-0">
        {eyebrow && <p className="eyebrow mb-2">{eyebrow}</p>}
        <h2 id={id}>{title}</h2>
        {intro && <div className="mt-3 text-fg-2 sm:text-lg">{intro}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
