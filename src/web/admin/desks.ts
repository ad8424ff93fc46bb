import { lazyRouteComponent } from '@tanstack/react-router';
import type { TabKey } from './tabs.ts';

/** Each tab's desk, a chunk of its own. `preload` fetches it, so that it shows without a spinner before it. */
export const desks = {
  orders: lazyRouteComponent(() => import('./orders/orders-tab.tsx'), 'OrdersTab'),
  registrations: lazyRouteComponent(
    () => import('./registrations/registrations-tab.tsx'),
    'RegistrationsTab',
  ),
  newsletter: lazyRouteComponent(() => import('./newsletter/newsletter-tab.tsx'), 'NewsletterTab'),
  'stripe-products': lazyRouteComponent(() => import('./products/products-tab.tsx'), 'ProductsTab'),
  'stripe-coupons': lazyRouteComponent(() => import('./coupons/stripe-coupons-tab.tsx'), 'StripeCouponsTab'),
  'product-mappings': lazyRouteComponent(() => import('./mappings/mappings-tab.tsx'), 'MappingsTab'),
  'email-templates': lazyRouteComponent(
    () => import('./email-templates/email-templates-tab.tsx'),
    'EmailTemplatesTab',
  ),
} satisfies Record<Exclude<TabKey, 'check-in'>, unknown>;
