import type { ReactNode } from 'react';

/**
 * A part of the page that never changes in the browser: the server renders it, hydration leaves it as it is, and
 * its code is not sent. Write `<ServerOnly>{import.meta.env.SSR && <Part />}</ServerOnly>`, so that the build for
 * the browser drops the part.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR) return <div className="contents">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React keeps what the server sent; nothing is ever set.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
