import type { ReactNode } from 'react';

/**
 * Laid out after the first view, one after the other; `loader.ts` says when. May hold further ones. One that
 * `holdsForm` is not even in the page until then, where scripts run: browsers lay out every form with the first view,
 * to fill it in for people.
 */
export function Later({ holdsForm = false, children }: { holdsForm?: boolean; children: ReactNode }) {
  return <div data-later="">{holdsForm ? <noscript>{children}</noscript> : children}</div>;
}
