import type { ReactNode, Ref } from 'react';
import { EmptyArcs } from './art/empty-arcs.tsx';

/** The content of a page that has nothing to show: why, in `children`, and ways on. */
export function DeadEnd({
  title,
  eyebrow,
  heading,
  role,
  more,
  actions,
  children,
}: {
  title: string;
  eyebrow?: string;
  /** To focus the title, after the focused button is gone. */
  heading?: Ref<HTMLHeadingElement>;
  /** Of the reason, where it takes the place of something else. */
  role?: 'alert';
  more?: ReactNode;
  /** Links that look like buttons, or a button. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="wrap section-y flex flex-col items-center text-center">
      <EmptyArcs className="w-52" />
      {eyebrow && <p className="eyebrow mt-6">{eyebrow}</p>}
      <h1 ref={heading} tabIndex={-1} className={`outline-none ${eyebrow ? 'mt-2' : 'mt-6'}`}>
        {title}
      </h1>
      <div role={role} className="mt-4 flex max-w-copy flex-col items-center text-lg text-fg-2">
        {children}
      </div>
      {more && <p className="mt-3 max-w-copy text-fg-2">{more}</p>}
      {actions && (
        <p className="mt-8 flex max-w-full gap-3 max-sm:flex-col sm:flex-wrap sm:justify-center">{actions}</p>
      )}
    </div>
  );
}
