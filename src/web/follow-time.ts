import { event } from '#content/event.ts';
import { texts } from '#content/texts.ts';
import type { Boot } from '#contract/boot.ts';
import { API_PATHS, PAGES } from '#contract/paths.ts';
import { countdownTo, type EventPhase } from '#domain/event-phase.ts';
import { type Sale, saleAt } from '#domain/offer.ts';
import { boot, setBoot } from './boot.ts';
import { millisecondsSinceSync, now, syncClock } from './clock.ts';

/** Slightly longer than the registration form's capacity poll, whose responses already set the clock. */
const SYNC_AFTER_MS = 30_500;
/** The pause before requesting the page again, whether the last request failed or is still open. */
const RENEW_AFTER_MS = 10_000;

const news: Record<EventPhase, string> = {
  early_bird: '',
  regular: texts.earlyBirdOver,
  under_way: texts.underWay,
  ended: texts.concluded.title,
  past: texts.closed.title,
};

/**
 * Follows the server's clock: updates the countdown and the event day's line every second, and refreshes the page's
 * sections when the event enters its next phase. Calls `onRenewed` after sections were replaced. The privacy policy's
 * text is the same at any time, so its page follows nothing; only its header may be out of date until a reload.
 */
export function followTime(onRenewed: () => void): void {
  if (location.pathname === PAGES.privacy) return;
  let shown = saleAt(event, new Date(boot.now), boot.closedByBuild);
  let askedAt = Number.NEGATIVE_INFINITY;
  /** If early bird isn't cheaper, its end isn't announced. */
  const hadEarlyBird = document.querySelector('[data-early-bird]') !== null;
  const tick = () => {
    const at = now();
    showCountdown(at);
    showMoment(at);
    keepSynced();
    const sale = saleAt(event, at, boot.closedByBuild);
    if (!isSame(sale, shown) && performance.now() - askedAt >= RENEW_AFTER_MS) {
      askedAt = performance.now();
      renew(sale).then(
        (isRenewed) => {
          if (!isRenewed) return;
          if (sale.phase !== shown.phase && (hadEarlyBird || sale.phase !== 'regular')) announce(sale.phase);
          shown = sale;
          onRenewed();
        },
        () => undefined,
      );
    }
    // Just past the full second: a timer that fires a moment early would show the same second twice.
    setTimeout(tick, 1020 - (at.getTime() % 1000));
  };
  tick();
}

function showCountdown(at: Date): void {
  const { days, hours, minutes, seconds } = countdownTo(new Date(event.startsAt), at);
  const tiles = document.querySelectorAll('[role="timer"] > * > :first-child');
  [days, hours, minutes, seconds].forEach((value, index) => {
    const text = String(value).padStart(2, '0');
    const tile = tiles[index];
    if (tile && tile.textContent !== text) tile.textContent = text;
  });
}

/** Shows the event day's line for the current time. */
function showMoment(at: Date): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-from]')) {
    line.hidden = at.getTime() < Number(line.dataset.from) || at.getTime() >= Number(line.dataset.to);
  }
}

let lastAskedAt = Number.NEGATIVE_INFINITY;
let isSure = isJustSent();

/** Corrects the clock of an old page, and after the computer has slept: any response has the server's time. */
function keepSynced(): void {
  if (document.hidden || (isSure && millisecondsSinceSync() < SYNC_AFTER_MS)) return;
  if (performance.now() - lastAskedAt < SYNC_AFTER_MS) return;
  lastAskedAt = performance.now();
  fetch(API_PATHS.capacityStatus).then(
    (response) => {
      isSure = true;
      syncClock(response.headers.get('x-now'));
    },
    () => undefined,
  );
}

/** After Back, and in a restored tab, the page is a copy from the browser's cache, and its time may be hours old. */
function isJustSent(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'back_forward' && visit?.transferSize !== 0;
}

/** Replaces the sections with what the server renders now. False if it still renders the previous phase. */
async function renew(sale: Sale): Promise<boolean> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } });
  if (!response.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const told = JSON.parse(page.getElementById('boot')!.textContent!) as Boot;
  if (!isSame(sale, saleAt(event, new Date(told.now), told.closedByBuild))) return false;
  setBoot(told);
  document.title = page.title;
  const renewed = partsOf(page);
  partsOf(document).forEach((part, index) => {
    // Hydrated islands follow the clock themselves, and a section with the focus stays.
    const isInUse = part.contains(document.activeElement) || part.querySelector('[data-awake]') !== null;
    if (!isInUse && renewed[index]) part.replaceWith(renewed[index]);
  });
  return true;
}

/** The header and the sections. Every phase has the same ones in the same order. */
function partsOf(page: Document): Element[] {
  return [...page.querySelectorAll('body header:not(main *), main > *')];
}

function announce(phase: EventPhase): void {
  const line = document.getElementById('phase-news');
  if (line) line.textContent = news[phase];
}

function isSame(one: Sale, other: Sale): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
