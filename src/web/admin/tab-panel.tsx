import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { AbsentDesk } from './absent-desk.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { panelId, type Tab, type TabKey, tabId } from './tabs.ts';

const desks: Partial<Record<TabKey, LazyExoticComponent<ComponentType>>> = {
  orders: lazy(() => import('./orders/orders-tab.tsx').then((file) => ({ default: file.OrdersTab }))),
  registrations: lazy(() =>
    import('./registrations/registrations-tab.tsx').then((file) => ({ default: file.RegistrationsTab })),
  ),
  newsletter: lazy(() =>
    import('./newsletter/newsletter-tab.tsx').then((file) => ({ default: file.NewsletterTab })),
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
          {tab.key === 'check-in' ? checkIn : <Desk tab={tab} />}
        </Suspense>
      </PartBoundary>
    </div>
  );
}

function Desk({ tab }: { tab: Tab }) {
  const Content = desks[tab.key];
  return Content ? <Content /> : <AbsentDesk name={tab.label} />;
}
