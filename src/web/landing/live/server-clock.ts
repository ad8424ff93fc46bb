import { hearServerTime, millisecondsSinceHeard } from '../../clock.ts';

const listenMs = 30_000;

/**
 * Twice a minute the answer of a small call tells the server's time anew: a computer that slept finds its way back. While
 * the registration form looks at the seats, its answers tell it already.
 */
export function keepHearingClock(): void {
  setInterval(() => {
    if (document.hidden || millisecondsSinceHeard() < listenMs) return;
    fetch('/api/capacity-status').then(
      (answer) => hearServerTime(answer.headers.get('x-now')),
      // Unreachable for the moment; the clock goes on by itself.
      () => undefined,
    );
  }, listenMs);
}
