import { trackViews } from '../analytics.ts';
import { boot } from '../boot.ts';
import { syncClock } from '../clock.ts';
import { showToastOnArrival } from '../toast-on-arrival.ts';
import { getToasts, subscribeToToasts } from '../ui/toast-store.ts';
import { keepCountdown } from './live/countdown.ts';
import { awakenIslands } from './live/islands.ts';
import { followPhase } from './live/phase.ts';
import { keepClockInSync } from './live/server-clock.ts';

// Loaded by `loader.ts` once the page has been shown. Small: React comes with the first part that needs it.

syncClock(String(Date.parse(boot.now) + millisecondsSinceArrival()));
keepClockInSync();
keepCountdown();
followPhase();
awakenIslands();
trackViews();
document.addEventListener('click', closeMenu);
subscribeToToasts(showOverlays);
showToastOnArrival();
if (boot.analyticsId) showOverlays();

/** The page told its time when it arrived, which may be long before this script did. */
function millisecondsSinceArrival(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.now() - (visit?.responseStart ?? performance.now());
}

/** The narrow menu has done its work once one has chosen from it. */
function closeMenu({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('header details a') : null;
  link?.closest('details')?.removeAttribute('open');
}

function showOverlays(): void {
  // A toast that cannot be shown is never the only one to tell it.
  import('./live/overlays.tsx').then(
    (file) => file.showOverlays({ hasToasts: getToasts().length > 0 }),
    () => undefined,
  );
}
