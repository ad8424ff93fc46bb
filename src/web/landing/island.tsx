import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { LandingProvider, useLanding } from './landing-data.tsx';

/** When a part of the page comes alive: as soon as it is seen, a screen before that, once it is touched, or never. */
export type Waking = 'seen' | 'near' | 'touched' | 'never';

/**
 * A part of the page that the browser treats by itself. Rendered as a tree of its own, so that hydrating it alone
 * gives the same HTML. Server only.
 */
export function Island({ name, wakes, children }: { name: string; wakes: Waking; children: ReactNode }) {
  const data = useLanding();
  const html = renderToString(<LandingProvider value={data}>{children}</LandingProvider>, {
    identifierPrefix: name,
  });
  return (
    <div
      data-island={name}
      data-wakes={wakes}
      className="contents"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React has just rendered.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
