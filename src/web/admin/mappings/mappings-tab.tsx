import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { MappingList } from './mapping-list.tsx';
import { PricingTest } from './pricing-test.tsx';
import { ValidationStatus } from './validation-status.tsx';

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
        <SegmentedControl legend="What is shown" options={VIEWS} value={view} onValueChange={setView} />
      </div>
      {view === 'mappings' && <MappingList />}
      {view === 'validation' && <ValidationStatus />}
      {view === 'tests' && <PricingTest />}
    </Card>
  );
}
