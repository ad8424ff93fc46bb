import { memo, Suspense } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { isSearched } from '../lists/list-search.tsx';
import { desks } from './desks.ts';
import { PartBoundary } from './part-boundary.tsx';
import { panelId, type TableTab, tabId } from './tabs.ts';

/** A tab's desk, loaded when first opened. A failing desk doesn't affect the others. */
export const TabPanel = memo(function TabPanel({ tab }: { tab: TableTab }) {
  const Desk = desks[tab.key];
  return (
    <div
      role="tabpanel"
      id={panelId(tab.key)}
      aria-labelledby={tabId(tab.key)}
      // A list starts right below the tabs.
      className={isSearched(tab.key) ? 'text-dense' : 'pt-5 text-dense'}
    >
      <PartBoundary key={tab.key} name={tab.label}>
        <Suspense fallback={<Spinner label={`Loading ${tab.label}`} />}>
          <Desk />
        </Suspense>
      </PartBoundary>
    </div>
  );
});
