import type { ReactNode } from 'react';

/** Laid out after the first view, one after the other; `loader.ts` says when. May hold further ones. */
export function Later({ children }: { children: ReactNode }) {
  return <div data-later="">{children}</div>;
}
