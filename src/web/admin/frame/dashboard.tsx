import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { PAGES } from '#contract/paths.ts';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { AdminHeader } from './admin-header.tsx';
import { AdminStats } from './admin-stats.tsx';
import { usePageTitle } from './page-title.ts';
import { TabList } from './tab-list.tsx';
import { TabPanel } from './tab-panel.tsx';
import { findTab } from './tabs.ts';

const route = getRouteApi(PAGES.admin);

export function Dashboard({ user, checkIn }: { user: CurrentUser; checkIn: ReactNode }) {
  const tab = findTab(route.useSearch().tab);
  // The tab that was chosen shows at once; its list may take a moment.
  const shown = useDeferredValue(tab);
  usePageTitle(`${tab.label} · Admin Dashboard`);
  return (
    <TooltipProvider>
      <AdminHeader user={user} />
      <main className="mx-auto max-w-[96rem] px-4 pt-5 pb-24 sm:px-8 sm:pt-6">
        {/* On a phone the door comes first, and whoever scans has no need of money. */}
        <div className={tab.key === 'check-in' ? 'mb-6 max-sm:hidden' : 'mb-5 sm:mb-6'}>
          <AdminStats />
        </div>
        <div>
          <TabList current={tab.key} />
        </div>
        <TabPanel tab={shown} checkIn={checkIn} />
      </main>
    </TooltipProvider>
  );
}
