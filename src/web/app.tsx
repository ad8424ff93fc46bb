import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { createQueryClient } from './query-client.ts';
import { router } from './router.tsx';
import { Toasts } from './toasts.tsx';
import { optional } from './ui/optional.tsx';

const ConsentBanner = optional(() => import('./consent-banner.tsx'), 'ConsentBanner');

const queryClient = createQueryClient();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <OfflineBanner />
      <RouterProvider router={router} />
      <Toasts />
      {boot.analyticsId && <ConsentBanner />}
    </QueryClientProvider>
  </StrictMode>,
);
