import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from '../../boot.ts';

const Toaster = lazy(() => import('../../ui/toast.tsx').then((file) => ({ default: file.Toaster })));
const ConsentBanner = lazy(() =>
  import('../../consent-banner.tsx').then((file) => ({ default: file.ConsentBanner })),
);
const root = createRoot(document.getElementById('toasts')!);

/** What lies over the page; each fetched when it is first needed. */
export function showOverlays({ hasToasts }: { hasToasts: boolean }): void {
  root.render(
    <Suspense>
      {hasToasts && <Toaster />}
      {boot.analyticsId && <ConsentBanner />}
    </Suspense>,
  );
}
