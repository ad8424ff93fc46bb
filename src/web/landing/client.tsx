import { lazy, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { trackViews } from '../analytics.ts';
import { boot } from '../boot.ts';
import { hearServerTime, now } from '../clock.ts';
import { showToastOnArrival } from '../toast-on-arrival.ts';
import { getToasts, subscribeToToasts } from '../ui/toast-store.ts';
import type { LandingData } from './landing-data.tsx';
import { LandingPage } from './landing-page.tsx';
import { startClock } from './server-now.ts';

// Loaded by `loader.ts` once the page has been shown.

const rest = JSON.parse(document.getElementById('landing-data')!.textContent!) as Pick<
  LandingData,
  'capacity'
>;
// Speakers and pictures are in the page already, in parts that only the server renders.
const data: LandingData = {
  ...rest,
  boot,
  speakers: null,
  pictures: { gallery: {}, speakers: {}, sponsors: {} },
};
hydrateRoot(document.getElementById('landing')!, <LandingPage data={data} />);
countFromArrival();
startClock(now);
trackViews();

const Toaster = lazy(() => import('../ui/toast.tsx').then((file) => ({ default: file.Toaster })));
const ConsentBanner = lazy(() =>
  import('../consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);
const later = createRoot(document.getElementById('toasts')!);
let hasToasts = false;
subscribeToToasts(showLater);
showToastOnArrival();
showLater();

/** What few visits need is fetched when it is needed. */
function showLater() {
  if (hasToasts) return;
  hasToasts = getToasts().length > 0;
  later.render(
    <Suspense>
      {hasToasts && <Toaster />}
      {boot.analyticsId && <ConsentBanner />}
    </Suspense>,
  );
}

/** The page told its time when it arrived, which may be long before this script did. */
function countFromArrival() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const sinceArrival = performance.now() - (visit?.responseStart ?? performance.now());
  hearServerTime(String(Date.parse(boot.now) + sinceArrival));
}
