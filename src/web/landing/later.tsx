import type { ReactNode } from 'react';

/**
 * Laid out after the first view, one after the other; `loader.ts` says when. May hold further ones. A form is best in a
 * part of its own: to fill it in for people, browsers lay out with the first view what it is in.
 */
export function Later({ children }: { children: ReactNode }) {
  return <div data-later="">{children}</div>;
}
