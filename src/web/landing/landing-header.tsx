import type { MouseEvent } from 'react';
import { texts } from '#content/texts.ts';
import { SiteHeader } from '../site-header.tsx';
import { useStanding } from './server-now.ts';

/** The site's header; the narrow menu closes once one has chosen from it. */
export function LandingHeader() {
  const { isClosed } = useStanding();
  const action = isClosed
    ? { href: '#newsletter-signup-hero', label: texts.hero.getUpdates }
    : { href: '#registration', label: texts.hero.register };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only hears the clicks of the links inside.
    <div onClick={closeMenu}>
      <SiteHeader action={action} />
    </div>
  );
}

function closeMenu({ target }: MouseEvent) {
  const link = target instanceof Element ? target.closest('details a') : null;
  link?.closest('details')?.removeAttribute('open');
}
