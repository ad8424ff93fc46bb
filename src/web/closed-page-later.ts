import { lazyRouteComponent } from '@tanstack/react-router';

/** The closed page, loaded when registration is closed, so that those who can still register don't wait for it. */
export const ClosedPage = lazyRouteComponent(() => import('./closed-page.tsx'), 'ClosedPage');
