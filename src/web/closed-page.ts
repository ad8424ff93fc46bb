import { lazyRouteComponent } from '@tanstack/react-router';

/** `/checkout` and the card form once nothing is on sale, loaded only then, so that other visitors don't wait for it. */
export const ClosedPage = lazyRouteComponent(() => import('./closed-frame.tsx'), 'ClosedFrame');
