import { useQuery } from '@tanstack/react-query';
import { listProductMappings } from '#contract/catalog.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { EVENT_TYPE_NAMES } from '../orders/event-type-names.ts';

/** Which product is sold as what. */
export function MappingList() {
  const mappings = useQuery({
    queryKey: [listProductMappings.path],
    queryFn: ({ signal }) => call(listProductMappings, { signal }),
  });
  if (mappings.isPending) return <Spinner label="Loading mappings" />;
  if (mappings.error) {
    return (
      <LoadFailure
        title="The mappings could not be loaded"
        error={mappings.error}
        onRetry={() => void mappings.refetch()}
      />
    );
  }
  if (mappings.data.length === 0) return <EmptyState title="No product mappings found" />;
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
        {mappings.data.map((one) => (
          <Tr key={one.productId}>
            <Td typed label="Product">
              <span className="block font-semibold">{one.name}</span>
              <span className="code block text-sm wrap-anywhere text-fg-2">{one.priceId}</span>
            </Td>
            <Td label="Event Type">{EVENT_TYPE_NAMES[one.eventType]}</Td>
            <Td label="Team Size">{one.teamSize}</Td>
            <Td label="Pricing">{one.pricing}</Td>
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
