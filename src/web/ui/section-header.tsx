import type { ReactNode } from 'react';

type SectionHeaderProps = { id: string; title: string; intro: ReactNode };

/** The top of a section, with its h2. `id` labels the section. */
export function SectionHeader({ id, title, intro }: SectionHeaderProps) {
  return (
    <div className="max-w-copy">
      <h2 id={id}>{title}</h2>
      {intro && <div className="mt-3 text-fg-2 sm:text-lg">{intro}</div>}
    </div>
  );
}
