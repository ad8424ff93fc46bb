import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { EmptyArcs } from './art/empty-arcs.tsx';
import { boot } from './boot.ts';
import { ContactEmail } from './contact-email.tsx';

/** The content of a page that has nothing to show: why, in `children`, and ways on. */
export function DeadEnd({
  title,
  eyebrow,
  takesFocus,
  role,
  more,
  actions,
  children,
}: {
  title: string;
  eyebrow?: string;
  /** True if the element that had the focus was here just before. */
  takesFocus?: RefObject<boolean>;
  /** Of the reason, where it takes the place of something else. */
  role?: 'alert';
  /** Instead of how to contact us. */
  more?: ReactNode;
  /** Links that look like buttons, or a button. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus?.current) heading.current?.focus();
  }, [takesFocus]);
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
      <p className="mt-3 max-w-copy text-fg-2">
        {more ?? (
          <>
            Questions? Email <ContactEmail /> or call {boot.contact.phone}.
          </>
        )}
      </p>
      {actions && (
        <p className="mt-8 flex max-w-full gap-3 max-sm:flex-col sm:flex-wrap sm:justify-center">{actions}</p>
      )}
    </div>
  );
}
