import { lazyRouteComponent } from '@tanstack/react-router';
import { findTab, type TableTab } from './tabs.ts';

/** Each tab's desk, in its own chunk. */
export const desks = {
  orders: lazyRouteComponent(() => import('../orders/orders-tab.tsx'), 'OrdersTab'),
  registrations: lazyRouteComponent(
    () => import('../registrations/registrations-tab.tsx'),
    'RegistrationsTab',
  ),
  newsletter: lazyRouteComponent(() => import('../newsletter/newsletter-tab.tsx'), 'NewsletterTab'),
  'stripe-products': lazyRouteComponent(() => import('../products/products-tab.tsx'), 'ProductsTab'),
  'stripe-coupons': lazyRouteComponent(() => import('../coupons/stripe-coupons-tab.tsx'), 'StripeCouponsTab'),
  'product-mappings': lazyRouteComponent(() => import('../mappings/mappings-tab.tsx'), 'MappingsTab'),
  'email-templates': lazyRouteComponent(
    () => import('../email-templates/email-templates-tab.tsx'),
    'EmailTemplatesTab',
  ),
} satisfies Record<TableTab['key'], unknown>;

/** Preloads a tab's desk, so that it shows without a spinner. Doesn't include check-in. */
export async function preloadDesk(tab: string | undefined): Promise<void> {
  const { key } = findTab(tab);
  if (key !== 'check-in') await desks[key].preload?.();
}
