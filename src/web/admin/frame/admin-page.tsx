import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { PAGES } from '#contract/paths.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TooltipProvider } from '../../ui/tooltip.tsx';
import { useAddress } from '../lists/address.ts';
import { hasSearch, ListSearch } from '../lists/list-search.tsx';
import { AdminGuard } from './admin-guard.tsx';
import { AdminHeader } from './admin-header.tsx';
import { desks } from './desks.ts';
import { usePageTitle } from './page-title.ts';
import { PartBoundary } from './part-boundary.tsx';
import { findTab, panelId, TABS, type TabKey, type TableTab, tabAfterKey, tabId } from './tabs.ts';

export function AdminPage({ checkIn }: { checkIn: ReactNode }) {
  return <AdminGuard>{(user) => <Dashboard user={user} checkIn={checkIn} />}</AdminGuard>;
}

function Dashboard({ user, checkIn }: { user: CurrentUser; checkIn: ReactNode }) {
  const tab = findTab(useAddress().search.tab);
  // The chosen tab shows at once; its list may take a moment.
  const shown = useDeferredValue(tab);
  usePageTitle(`${tab.label} · Admin Dashboard`);
  if (shown.key === 'check-in') {
    // It fills the whole screen, without the rest of the desk.
    return (
      <PartBoundary name="Check-In">
        <Suspense fallback={<Spinner label="Loading Check-In" />}>{checkIn}</Suspense>
      </PartBoundary>
    );
  }
  return (
    <TooltipProvider>
      <AdminHeader user={user} search={hasSearch(tab.key) && <ListSearch key={tab.key} tab={tab.key} />} />
      {/* On a wide screen, a list's buttons are beside the tabs. */}
      <main className="relative mx-auto max-w-[96rem] px-4 pb-24 lg:px-6">
        <TabList current={tab.key} />
        <TabPanel tab={shown} />
      </main>
    </TooltipProvider>
  );
}

const tabClass =
  'relative inline-flex min-h-11 shrink-0 snap-center items-center px-2.5 text-dense font-semibold ' +
  'whitespace-nowrap text-fg-2 no-underline hover:text-fg focus-visible:outline-offset-[-3px] ' +
  'aria-selected:text-fg after:absolute after:inset-x-1.5 after:bottom-0 after:h-[3px] after:rounded-t-full ' +
  'after:bg-transparent hover:after:bg-line aria-selected:after:bg-accent ' +
  'forced-colors:aria-selected:after:bg-[Highlight]';

/**
 * Tabs as links. Arrow keys move the focus, Enter or Space opens, because opening may start a camera or a request.
 * Radix's Tabs would push the Orders tab's first load over its limit of 200 kB.
 */
function TabList({ current }: { current: TabKey }) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = strip.current!;
    const tab = row.querySelector<HTMLElement>(`#${tabId(current)}`)!;
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 });
  }, [current]);
  return (
    // The room for the list's buttons is outside the strip, so that tabs don't scroll beneath them.
    <div className="border-b border-line xl:pr-72">
      <div
        ref={strip}
        role="tablist"
        aria-label="Admin sections"
        className="relative flex overflow-x-auto [scrollbar-width:thin] max-md:[mask-image:linear-gradient(90deg,#000_calc(100%-40px),#0006)]"
      >
        {TABS.map(({ key, label }, index) => (
          <Link
            key={key}
            to={PAGES.admin}
            search={{ tab: key }}
            resetScroll={false}
            role="tab"
            id={tabId(key)}
            aria-selected={key === current}
            aria-controls={key === current ? panelId(key) : undefined}
            tabIndex={key === current ? 0 : -1}
            data-focus-ring
            onKeyDown={(event) => moveFocus(event, index)}
            className={tabClass}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>, index: number) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === ' ') {
    event.preventDefault();
    event.currentTarget.click();
    return;
  }
  const next = tabAfterKey(event.key, index);
  if (next === null) return;
  event.preventDefault();
  document.getElementById(tabId(TABS[next]!.key))?.focus();
}

/** A tab's desk, loaded when first opened. A failing desk doesn't affect the others. */
const TabPanel = memo(function TabPanel({ tab }: { tab: TableTab }) {
  const Desk = desks[tab.key];
  return (
    <div
      role="tabpanel"
      id={panelId(tab.key)}
      aria-labelledby={tabId(tab.key)}
      // A list starts right below the tabs.
      className={hasSearch(tab.key) ? 'text-dense' : 'pt-5 text-dense'}
    >
      <PartBoundary key={tab.key} name={tab.label}>
        <Suspense fallback={<Spinner label={`Loading ${tab.label}`} />}>
          <Desk />
        </Suspense>
      </PartBoundary>
    </div>
  );
});
