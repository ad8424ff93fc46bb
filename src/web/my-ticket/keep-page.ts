import { PAGES } from '#contract/paths.ts';

/** Makes the page start without a network, where the browser supports that. */
export async function keepPage(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(`${PAGES.myTicket}/sw.js`, { scope: PAGES.myTicket });
  } catch {
    // A private window, or no secure connection.
  }
}
