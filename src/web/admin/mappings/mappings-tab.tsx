import { lazy, Suspense, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { MappingList } from './mapping-list.tsx';

/** Loaded on demand, because their forms are larger than the list. */
const PricingTest = lazy(() => import('./pricing-test.tsx').then((file) => ({ default: file.PricingTest })));
const ValidationStatus = lazy(() =>
  import('./validation-status.tsx').then((file) => ({ default: file.ValidationStatus })),
);

const VIEWS = [
  { value: 'mappings', label: 'Mappings' },
  { value: 'validation', label: 'Validation status' },
  { value: 'tests', label: 'Pricing tests' },
] as const;

export function MappingsTab() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('mappings');
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Product mappings</h2>
        <SegmentedControl
          legend="View"
          options={VIEWS}
          value={view}
          onValueChange={setView}
          className="max-[359px]:[&_label]:px-1.5!"
        />
      </div>
      {view === 'mappings' && <MappingList />}
      <Suspense>
        {view === 'validation' && <ValidationStatus />}
        {view === 'tests' && <PricingTest />}
      </Suspense>
    </Card>
  );
}
