import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { PAGES } from '#contract/paths.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { AdminHeader } from './admin-header.tsx';
import { AdminStats } from './admin-stats.tsx';
import { usePageTitle } from './page-title.ts';
import { PartBoundary } from './part-boundary.tsx';
import { TabList } from './tab-list.tsx';
import { TabPanel } from './tab-panel.tsx';
import { findTab } from './tabs.ts';

const route = getRouteApi(PAGES.admin);

export function Dashboard({ user, checkIn }: { user: CurrentUser; checkIn: ReactNode }) {
  const tab = findTab(route.useSearch().tab);
  // The tab that was chosen shows at once; its list may take a moment.
  const shown = useDeferredValue(tab);
  usePageTitle(`${tab.label} · Admin Dashboard`);
  if (shown.key === 'check-in') return <Door>{checkIn}</Door>;
  return (
    <TooltipProvider>
      <AdminHeader user={user} />
      <main className="mx-auto max-w-[96rem] px-4 pt-5 pb-24 sm:px-8 sm:pt-6">
        <div className="mb-5 sm:mb-6">
          <AdminStats />
        </div>
        <div>
          <TabList current={tab.key} />
        </div>
        <TabPanel tab={shown} />
      </main>
    </TooltipProvider>
  );
}

/** The door has the whole screen: nothing of the desk beside it. */
function Door({ children }: { children: ReactNode }) {
  return (
    <PartBoundary name="Check-In">
      <Suspense fallback={<Spinner label="Loading Check-In" />}>{children}</Suspense>
    </PartBoundary>
  );
}
