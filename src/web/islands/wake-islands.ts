import type { ComponentType } from 'react';

/** The loader of each island's code, by name. */
export type Parts = Readonly<Record<string, () => Promise<ComponentType<never>>>>;

/**
 * Hydrates each island when it is focused or touched, and those with `wakesWhenSeen` when they are visible. Returns the
 * function that observes the latter; call it at first and whenever parts of the page were replaced.
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
    // A margin that an island must pass, so that its edge in the first view loads nothing.
    { rootMargin: '-15% 0px' },
  );
  return () => {
    for (const island of document.querySelectorAll('[data-when-seen]')) sight.observe(island);
    // The focus may already be in an island.
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
    // The script failed to load: links and forms still work. The next touch retries; some browsers load it again only
    // when the page is reloaded.
    delete island.dataset.awake;
    for (const words of island.querySelectorAll<HTMLElement>('[data-if-failed]')) words.hidden = false;
  }
}
