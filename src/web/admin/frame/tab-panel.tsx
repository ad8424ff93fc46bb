import { memo, type ReactNode, Suspense } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { desks } from './desks.ts';
import { PartBoundary } from './part-boundary.tsx';
import { panelId, type Tab, tabId } from './tabs.ts';

/** The desk of a tab, loaded when it is first opened. A desk that fails leaves the others alone. */
export const TabPanel = memo(function TabPanel({ tab, checkIn }: { tab: Tab; checkIn: ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(tab.key)} aria-labelledby={tabId(tab.key)} className="pt-6 text-dense">
      <PartBoundary key={tab.key} name={tab.label}>
        <Suspense fallback={<Spinner label={`Loading ${tab.label}`} />}>
          {tab.key === 'check-in' ? checkIn : <Desk name={tab.key} />}
        </Suspense>
      </PartBoundary>
    </div>
  );
});

function Desk({ name }: { name: keyof typeof desks }) {
  const Content = desks[name];
  return <Content />;
}
