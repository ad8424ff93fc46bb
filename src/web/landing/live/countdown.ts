import { event } from '#content/event.ts';
import { countdownTo } from '#domain/event-phase.ts';
import { now } from '../../clock.ts';

/** Counts the hero's tiles down with every second of the server's clock. */
export function keepCountdown(): void {
  const at = now();
  const { days, hours, minutes, seconds } = countdownTo(new Date(event.startsAt), at);
  const tiles = document.querySelectorAll('[role="timer"] > * > :first-child');
  [days, hours, minutes, seconds].forEach((value, index) => {
    const tile = tiles[index];
    const text = String(value).padStart(2, '0');
    if (tile && tile.textContent !== text) tile.textContent = text;
  });
  // A little past the edge: a timer that comes a moment early would see the same second twice.
  setTimeout(keepCountdown, 1020 - (at.getTime() % 1000));
}
