import { PAGES } from '#contract/paths.ts';

/** From then on the page starts without a network. A browser that can't do that simply needs one. */
export async function keepPage(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(`${PAGES.myTicket}/sw.js`, { scope: PAGES.myTicket });
  } catch {
    // A private window, or no secure connection.
  }
}
