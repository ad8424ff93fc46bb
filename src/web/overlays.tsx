import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { Toasts } from './toasts.tsx';
import { optional } from './ui/optional.tsx';

const ConsentBanner = optional(() => import('./consent-banner.tsx'), 'ConsentBanner');

// Overlays of server-rendered pages. Loaded with the first toast, or if visits may be counted.
createRoot(document.getElementById('overlays')!).render(
  <>
    <Toasts />
    {boot.analyticsId && <ConsentBanner />}
  </>,
);
