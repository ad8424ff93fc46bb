import { API_PATHS } from '#contract/paths.ts';
import { hearServerTime, millisecondsSinceHeard } from '../../clock.ts';

/** A little more than the half minute after which the registration form looks at the seats: then its answer tells the time. */
const listenMs = 30_500;
/** A page in the background does not ask; it looks again soon after it is shown. */
const backgroundMs = 1000;

/**
 * Half a minute after the server's time was heard last, the answer of a small call tells it anew: a computer that slept
 * finds its way back.
 */
export function keepHearingClock(): void {
  setTimeout(listen, Math.max(backgroundMs, listenMs - millisecondsSinceHeard()));
}

function listen(): void {
  if (document.hidden || millisecondsSinceHeard() < listenMs) {
    keepHearingClock();
    return;
  }
  fetch(API_PATHS.capacityStatus).then(
    (answer) => hearServerTime(answer.headers.get('x-now')),
    // Unreachable for the moment; the clock goes on by itself.
    () => undefined,
  );
  setTimeout(listen, listenMs);
}
