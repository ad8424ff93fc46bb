import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './boot.ts';
import { router } from './router.tsx';
import { Toasts } from './toasts.tsx';

const ConsentBanner = lazy(() =>
  import('./consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
    mutations: { retry: false },
  },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
      <Suspense>{boot.analyticsId && <ConsentBanner />}</Suspense>
    </QueryClientProvider>
  </StrictMode>,
);
