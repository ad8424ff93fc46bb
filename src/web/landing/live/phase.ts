import { texts } from '#content/texts.ts';
import { PAGES } from '#contract/paths.ts';
import type { EventPhase } from '#domain/event-phase.ts';
import { trackViews } from '../../analytics.ts';
import { boot } from '../../boot.ts';
import { now } from '../../clock.ts';
import { type Standing, standingAt } from '../standing.ts';
import { watchIslands } from './islands.ts';
import { readDataFrom } from './page-data.ts';

const news: Record<EventPhase, string> = {
  early_bird: '',
  regular: texts.earlyBirdOver,
  under_way: texts.underWay,
  ended: texts.concluded.title,
  past: texts.closed.title,
};
const lookMs = 1000;
/** An answer that has not come by then is asked for anew. */
const answerMs = 10_000;

/** When the clock passes a border of the event, fetches the page as it is now and puts its parts in place. */
export function followPhase(): void {
  let shown = standingAt(new Date(boot.now), boot.closedByBuild);
  let isRenewing = false;
  setInterval(async () => {
    const standing = standingAt(now(), boot.closedByBuild);
    if (isRenewing || isSame(standing, shown)) return;
    isRenewing = true;
    // Without an answer the next second tries again.
    const isRenewed = await renew(standing).catch(() => false);
    if (isRenewed) shown = standing;
    isRenewing = false;
  }, lookMs);
}

/** False while the server still answers with the page from before the border. */
async function renew(standing: Standing): Promise<boolean> {
  const answer = await fetch(PAGES.home, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(answerMs),
  });
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const renewedBoot = JSON.parse(page.getElementById('boot')!.textContent!) as typeof boot;
  if (!isSame(standing, standingAt(new Date(renewedBoot.now), boot.closedByBuild))) return false;
  for (const island of document.querySelectorAll('[data-island]:not([data-awake])')) {
    // What one is in the middle of stays, until the page is opened anew.
    if (island.contains(document.activeElement)) continue;
    const renewed = page.querySelector(`[data-island="${island.getAttribute('data-island')}"]`);
    if (renewed) island.innerHTML = renewed.innerHTML;
  }
  readDataFrom(page);
  watchIslands();
  trackViews();
  document.getElementById('phase-news')!.textContent = news[standing.phase];
  return true;
}

function isSame(one: Standing, other: Standing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
