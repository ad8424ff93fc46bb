import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProductMappings } from '#contract/catalog.ts';
import { EVENT_TYPE_NAMES, MAPPING_NAMES } from '#contract/words/stored-values.ts';
import { formatUsd } from '#domain/money.ts';
import { queryOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { NameAndId } from '../lists/name-and-id.tsx';

/** Loaded on demand, because their forms are larger than the list. */
const PricingTest = deskPart(() => import('./pricing-test.tsx'), 'PricingTest', 'The pricing tests');
const ValidationStatus = deskPart(
  () => import('./validation-status.tsx'),
  'ValidationStatus',
  'The validation status',
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
      {view === 'validation' && <ValidationStatus />}
      {view === 'tests' && <PricingTest />}
    </Card>
  );
}

/** The product for each package. */
function MappingList() {
  // Prices also change at the provider, and the validation beside this list shows the new ones.
  const mappings = useQuery({
    ...queryOf(listProductMappings),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  return (
    <Loaded query={mappings} loading="Loading mappings" failure="The mappings could not be loaded">
      {(found) => (
        <ColumnTable
          caption="Product mappings"
          emptyTitle="No product mappings found"
          rows={found}
          keyOf={({ productId }) => productId}
          columns={[
            { label: 'Product', typed: true, cell: (one) => <NameAndId name={one.name} id={one.priceId} /> },
            { label: 'Event Type', cell: ({ eventType }) => EVENT_TYPE_NAMES[eventType] },
            { label: 'Team Size', cell: ({ teamSize }) => MAPPING_NAMES[teamSize] },
            { label: 'Pricing', cell: ({ pricing }) => MAPPING_NAMES[pricing] },
            { label: 'Amount', align: 'right', cell: ({ amount }) => formatUsd(amount) },
            {
              label: 'Status',
              cell: ({ active }) => (
                <Badge tone={active ? 'ok' : 'neutral'}>{active ? 'Active' : 'Inactive'}</Badge>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}
