import type { ComponentType } from 'react';
import type { Waking } from '../island.tsx';
import { readLandingData } from './page-data.ts';

/** Where the code of each part is. React comes with the first that wakes. */
const parts: Record<string, () => Promise<ComponentType>> = {
  topics: async () => (await import('../topics.tsx')).Topics,
  registration: async () => (await import('../registration-section.tsx')).RegistrationSection,
  'newsletter-hero': async () => (await import('../hero-newsletter.tsx')).HeroNewsletter,
  'newsletter-section': async () => (await import('../newsletter-section.tsx')).NewsletterSection,
  'newsletter-footer': async () => (await import('../newsletter-section.tsx')).NewsletterFooterBand,
};

const margins: Partial<Record<Waking, string>> = { seen: '-15% 0px', near: '1200px 0px' };

/** Lets parts come alive when their time has come; each at the latest when somebody touches it. */
export function awakenIslands(): void {
  for (const type of ['pointerover', 'pointerdown', 'focusin'] as const) {
    document.addEventListener(type, ({ target }) => wakeAt(target), { passive: true });
  }
  // On the way to a part that is followed by a link it had better be there on arrival.
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.hash && link.pathname === location.pathname) {
      wakeAt(document.getElementById(link.hash.slice(1)));
    }
  });
  watchIslands();
  // Whoever was quicker than this script is somewhere already.
  wakeAt(document.activeElement);
}

/** Called again when the server has rendered parts anew. */
export function watchIslands(): void {
  for (const [waking, rootMargin] of Object.entries(margins)) {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          wakeAt(target);
        }
      },
      { rootMargin },
    );
    // The island itself has no box.
    for (const section of document.querySelectorAll(`[data-wakes="${waking}"]:not([data-awake]) > *`)) {
      observer.observe(section);
    }
  }
}

function wakeAt(target: EventTarget | null): void {
  const island = target instanceof Element ? target.closest('[data-island]') : null;
  if (island && !island.hasAttribute('data-awake')) void wake(island);
}

async function wake(island: Element): Promise<void> {
  const load = parts[island.getAttribute('data-island') ?? ''];
  if (!load) return;
  island.setAttribute('data-awake', 'soon');
  try {
    const [{ hydrate }, Part] = await Promise.all([import('./hydrate.tsx'), load()]);
    hydrate(island, Part, readLandingData());
    island.setAttribute('data-awake', 'now');
  } catch {
    // The part goes on working by links and forms; the next touch tries again.
    island.removeAttribute('data-awake');
  }
}
