import { trackViews } from './analytics.ts';
import { boot } from './boot.ts';
import { followTime } from './follow-time.ts';
import { type Parts, wakeIslands } from './islands/wake-islands.ts';
import { showPhoneBar } from './landing/show-phone-bar.ts';
import { showToastOnArrival } from './toast-on-arrival.ts';
import { subscribeToToasts } from './ui/toast-store.ts';

// The script of server-rendered pages. Small, because React comes with the first hydrated island.

const parts: Parts = {
  topics: async () => (await import('./landing/topics.tsx')).Topics,
  registration: async () => (await import('./landing/open-registration.tsx')).OpenRegistration,
  register: async () => (await import('./register/register-main.tsx')).RegisterMain,
  newsletter: async () => (await import('./landing/newsletter-form.tsx')).NewsletterForm,
};

const watchIslands = wakeIslands(parts);
watchIslands();
showPhoneBar();
trackViews();
followTime(() => {
  watchIslands();
  showPhoneBar();
  trackViews();
});
document.addEventListener('click', closeMenu);
subscribeToToasts(showOverlays);
showToastOnArrival();
if (boot.analyticsId) showOverlays();

/** Closes the narrow menu after a choice. */
function closeMenu({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('header details a') : null;
  link?.closest('details')?.removeAttribute('open');
}

/** A failed toast doesn't matter, because its message is also shown in place. */
function showOverlays(): void {
  import('./overlays.tsx').catch(() => undefined);
}
