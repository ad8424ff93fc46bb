import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { Toasts } from './toasts.tsx';

const ConsentBanner = lazy(() =>
  import('./consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

// What lies over a page that the server renders. Loaded with the first toast, or where visits may be counted.
createRoot(document.getElementById('overlays')!).render(
  <>
    <Toasts />
    <Suspense>{boot.analyticsId && <ConsentBanner />}</Suspense>
  </>,
);
