import { lazyRouteComponent } from '@tanstack/react-router';

/** The closed page, fetched when registration is closed: those who can still register do not wait for it. */
export const ClosedPage = lazyRouteComponent(() => import('./closed-page.tsx'), 'ClosedPage');
