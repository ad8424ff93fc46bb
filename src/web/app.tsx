import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { createQueryClient } from './query-client.ts';
import { router } from './router.tsx';
import { Toasts } from './toasts.tsx';

const ConsentBanner = lazy(() =>
  import('./consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

const queryClient = createQueryClient();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <OfflineBanner />
      <RouterProvider router={router} />
      <Toasts />
      <Suspense>{boot.analyticsId && <ConsentBanner />}</Suspense>
    </QueryClientProvider>
  </StrictMode>,
);
