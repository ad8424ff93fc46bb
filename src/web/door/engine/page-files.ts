import { PAGES } from '#contract/paths.ts';

/**
 * Resolves once the page can start without a network. If the files don't belong together, as during an update, it may
 * stay pending: the browser forgets them until the next call.
 */
export async function keepFiles(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) throw new Error('This browser cannot start pages without a network.');
  await serviceWorker.register(`${PAGES.door}/sw.js`, { scope: PAGES.door });
  await serviceWorker.ready;
}

export async function forgetFiles(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(PAGES.door);
  await registration?.unregister();
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) if (name.startsWith('door-')) await caches.delete(name);
}
