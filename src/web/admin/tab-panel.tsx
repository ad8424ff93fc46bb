import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { panelId, type Tab, type TabKey, tabId } from './tabs.ts';

const desks: Record<Exclude<TabKey, 'check-in'>, LazyExoticComponent<ComponentType>> = {
  orders: lazy(() => import('./orders/orders-tab.tsx').then((file) => ({ default: file.OrdersTab }))),
  registrations: lazy(() =>
    import('./registrations/registrations-tab.tsx').then((file) => ({ default: file.RegistrationsTab })),
  ),
  newsletter: lazy(() =>
    import('./newsletter/newsletter-tab.tsx').then((file) => ({ default: file.NewsletterTab })),
  ),
  'stripe-products': lazy(() =>
    import('./products/products-tab.tsx').then((file) => ({ default: file.ProductsTab })),
  ),
  'stripe-coupons': lazy(() =>
    import('./coupons/stripe-coupons-tab.tsx').then((file) => ({ default: file.StripeCouponsTab })),
  ),
  'product-mappings': lazy(() =>
    import('./mappings/mappings-tab.tsx').then((file) => ({ default: file.MappingsTab })),
  ),
  'email-templates': lazy(() =>
    import('./email-templates/email-templates-tab.tsx').then((file) => ({ default: file.EmailTemplatesTab })),
  ),
};

/** The desk of a tab, loaded when it is first opened. A desk that fails leaves the others alone. */
export function TabPanel({ tab, checkIn }: { tab: Tab; checkIn: ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(tab.key)} aria-labelledby={tabId(tab.key)} className="pt-6 text-dense">
      <PartBoundary key={tab.key} name={tab.label}>
        <Suspense fallback={<Spinner label={`Loading ${tab.label}`} />}>
          {tab.key === 'check-in' ? checkIn : <Desk name={tab.key} />}
        </Suspense>
      </PartBoundary>
    </div>
  );
}

function Desk({ name }: { name: keyof typeof desks }) {
  const Content = desks[name];
  return <Content />;
}
