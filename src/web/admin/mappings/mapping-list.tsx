import { useQuery } from '@tanstack/react-query';
import { listProductMappings } from '#contract/catalog.ts';
import type { ParsedOf } from '#contract/route.ts';
import { EVENT_TYPE_NAMES, MAPPING_NAMES } from '#contract/words/stored-values.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../frame/loaded.tsx';

/** The product for each package. */
export function MappingList() {
  const mappings = useQuery({
    queryKey: [listProductMappings.path],
    queryFn: ({ signal }) => call(listProductMappings, { signal }),
  });
  return (
    <Loaded query={mappings} loading="Loading mappings" failure="The mappings could not be loaded">
      {(found) =>
        found.length === 0 ? (
          <EmptyState title="No product mappings found" />
        ) : (
          <MappingTable mappings={found} />
        )
      }
    </Loaded>
  );
}

type Mapping = ParsedOf<typeof listProductMappings.response>[number];

function MappingTable({ mappings }: { mappings: readonly Mapping[] }) {
  return (
    <Table caption="Product mappings">
      <TableHead>
        <Th>Product</Th>
        <Th>Event Type</Th>
        <Th>Team Size</Th>
        <Th>Pricing</Th>
        <Th align="right">Amount</Th>
        <Th>Status</Th>
      </TableHead>
      <TableBody>
        {mappings.map((one) => (
          <Tr key={one.productId}>
            <Td typed label="Product">
              <span className="block font-semibold">{one.name}</span>
              <span className="code block text-sm wrap-anywhere text-fg-2">{one.priceId}</span>
            </Td>
            <Td label="Event Type">{EVENT_TYPE_NAMES[one.eventType]}</Td>
            <Td label="Team Size">{MAPPING_NAMES[one.teamSize]}</Td>
            <Td label="Pricing">{MAPPING_NAMES[one.pricing]}</Td>
            <Td label="Amount" align="right">
              {formatUsd(one.amount)}
            </Td>
            <Td label="Status">
              <Badge tone={one.active ? 'ok' : 'neutral'}>{one.active ? 'Active' : 'Inactive'}</Badge>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
