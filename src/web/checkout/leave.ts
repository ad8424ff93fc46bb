import { event } from '#content/event.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { hasConcluded } from '#domain/event-phase.ts';
import { now } from '../clock.ts';
import { clearPendingRegistration } from '../pending-registration.ts';
import { carryToNextPage } from '../storage.ts';
import { leaveToast } from '../toast-on-arrival.ts';

/** Goes home and removes the summary page, which has nothing to show, from the history. */
export function leaveForHome(): void {
  carryToNextPage();
  window.location.replace(paths.home);
}

/** Registration has closed: drops the pending registration and says so on the home page. */
export function leaveAsClosed(): void {
  clearPendingRegistration();
  leaveToast({
    title: 'Registration Closed',
    description: hasConcluded(event, now()) ? texts.closed.text : texts.closed.textByFlag,
    tone: 'error',
  });
  leaveForHome();
}
