import { lazyRouteComponent } from '@tanstack/react-router';

/** The closed page, loaded only when registration is closed, so that other visitors don't wait for it. */
export const ClosedPage = lazyRouteComponent(() => import('./closed-page.tsx'), 'ClosedPage');
