import { useQuery } from '@tanstack/react-query';
import { listProductMappings } from '#contract/catalog.ts';
import { EVENT_TYPE_NAMES, MAPPING_NAMES } from '#contract/words/stored-values.ts';
import { formatUsd } from '#domain/money.ts';
import { queryOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { NameAndId } from '../lists/name-and-id.tsx';

/** The product for each package. */
export function MappingList() {
  const mappings = useQuery(queryOf(listProductMappings));
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
