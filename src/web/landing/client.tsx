import { lazy, Suspense } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { trackViews } from '../analytics.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { showToastOnArrival } from '../toast-on-arrival.ts';
import type { LandingData } from './landing-data.tsx';
import { LandingPage } from './landing-page.tsx';
import { startClock } from './server-now.ts';

// Loaded by `loader.ts` once the page has been shown.

const rest = JSON.parse(document.getElementById('landing-data')!.textContent!) as Omit<LandingData, 'boot'>;
const data: LandingData = { ...rest, boot };
hydrateRoot(document.getElementById('landing')!, <LandingPage data={data} />);
startClock(now);
showToastOnArrival();
trackViews();

const Toaster = lazy(() => import('../ui/toast.tsx').then((file) => ({ default: file.Toaster })));
const ConsentBanner = lazy(() =>
  import('../consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);
createRoot(document.getElementById('toasts')!).render(
  <Suspense>
    <Toaster />
    {boot.analyticsId && <ConsentBanner />}
  </Suspense>,
);
