import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { PAGES } from '#contract/paths.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { isSearched, ListSearch } from '../lists/list-search.tsx';
import { AdminGuard } from './admin-frame.tsx';
import { AdminHeader } from './admin-header.tsx';
import { usePageTitle } from './page-title.ts';
import { PartBoundary } from './part-boundary.tsx';
import { TabList } from './tab-list.tsx';
import { TabPanel } from './tab-panel.tsx';
import { findTab } from './tabs.ts';

const route = getRouteApi(PAGES.admin);

export function AdminPage({ checkIn }: { checkIn: ReactNode }) {
  return <AdminGuard>{(user) => <Dashboard user={user} checkIn={checkIn} />}</AdminGuard>;
}

function Dashboard({ user, checkIn }: { user: CurrentUser; checkIn: ReactNode }) {
  const tab = findTab(route.useSearch().tab);
  // The chosen tab shows at once; its list may take a moment.
  const shown = useDeferredValue(tab);
  usePageTitle(`${tab.label} · Admin Dashboard`);
  if (shown.key === 'check-in') return <Door>{checkIn}</Door>;
  return (
    <TooltipProvider>
      <AdminHeader user={user} search={isSearched(tab.key) && <ListSearch key={tab.key} tab={tab.key} />} />
      {/* On a wide screen, a list's buttons are beside the tabs. */}
      <main className="relative mx-auto max-w-[96rem] px-4 pb-24 lg:px-6">
        <TabList current={tab.key} />
        <TabPanel tab={shown} />
      </main>
    </TooltipProvider>
  );
}

/** Check-in fills the whole screen, without the rest of the desk. */
function Door({ children }: { children: ReactNode }) {
  return (
    <PartBoundary name="Check-In">
      <Suspense fallback={<Spinner label="Loading Check-In" />}>{children}</Suspense>
    </PartBoundary>
  );
}
