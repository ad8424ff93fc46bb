import type { ComponentType } from 'react';

/** Where the code of each island is, by its name. */
export type Parts = Readonly<Record<string, () => Promise<ComponentType<never>>>>;

/**
 * Hydrates each island as soon as it is focused or touched, and those that ask for it once they are seen. Returns the
 * function that looks for these, to be called at first and whenever parts of the page were replaced.
 */
export function wakeIslands(parts: Parts): () => void {
  const wake = (target: EventTarget | null) => {
    const island = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null;
    if (island && island.dataset.awake === undefined) void hydrate(island, parts);
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, ({ target }) => wake(target), { passive: true });
  }
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) wake(target);
    },
    // A margin of the window that an island has to pass: a first view with the edge of one loads nothing for it.
    { rootMargin: '-15% 0px' },
  );
  return () => {
    for (const island of document.querySelectorAll('[data-when-seen]')) sight.observe(island);
    // Whoever was quicker than this script.
    wake(document.activeElement);
  };
}

async function hydrate(island: HTMLElement, parts: Parts): Promise<void> {
  island.dataset.awake = '';
  try {
    const [{ hydrateIsland }, part] = await Promise.all([
      import('./hydrate-island.tsx'),
      parts[island.dataset.island!]!(),
    ]);
    hydrateIsland(island, part as ComponentType);
  } catch {
    // The script did not arrive: links and forms go on working, and the next touch tries again.
    delete island.dataset.awake;
  }
}
