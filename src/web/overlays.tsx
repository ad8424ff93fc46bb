import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { Toasts } from './toasts.tsx';

const ConsentBanner = lazy(() =>
  import('./consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

// Overlays of server-rendered pages. Loaded with the first toast, or if visits may be counted.
createRoot(document.getElementById('overlays')!).render(
  <>
    <Toasts />
    <Suspense>{boot.analyticsId && <ConsentBanner />}</Suspense>
  </>,
);
