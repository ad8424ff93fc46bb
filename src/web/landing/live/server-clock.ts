import { API_PATHS } from '#contract/paths.ts';
import { millisecondsSinceSync, syncClock } from '../../clock.ts';

/** A little longer than the form's interval for checking seats, whose responses then sync the clock anyway. */
const syncMs = 30_500;
/** A hidden page doesn't fetch; it syncs soon after it is shown. */
const backgroundMs = 1000;

/** Fetches the server's time again half a minute after the last sync, so the clock is right after the computer slept. */
export function keepClockInSync(): void {
  setTimeout(syncIfStale, Math.max(backgroundMs, syncMs - millisecondsSinceSync()));
}

function syncIfStale(): void {
  if (document.hidden || millisecondsSinceSync() < syncMs) {
    keepClockInSync();
    return;
  }
  fetch(API_PATHS.capacityStatus).then(
    (response) => syncClock(response.headers.get('x-now')),
    // Offline for now; the clock keeps counting.
    () => undefined,
  );
  setTimeout(syncIfStale, syncMs);
}
