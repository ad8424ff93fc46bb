import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { listNewsletterSignups } from '#contract/newsletter-signups.ts';
import { SIGNUP_SOURCE_NAMES } from '#contract/words/stored-values.ts';
import { call } from '../../api.ts';
import { now } from '../../clock.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Table, Td, Tr } from '../../ui/data-table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAddress } from '../lists/address.ts';
import { Instant } from '../lists/instant.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { usePages } from '../lists/paged-search.ts';
import { COLUMNS, type Signup, saveSignups } from './save-signups.ts';

export function NewsletterTab() {
  const { q = '' } = useAddress().search;
  const { page, size } = usePages();
  const { data, ...query } = useQuery({
    queryKey: [listNewsletterSignups.path, q],
    queryFn: ({ signal }) => call(listNewsletterSignups, { query: { search: q }, signal }),
    placeholderData: keepPreviousData,
    // A repeated search needs current data.
    staleTime: 0,
  });
  const list = {
    rows: data?.signups.slice((page - 1) * size, page * size),
    total: data?.signups.length ?? 0,
    isOutdated: query.isPlaceholderData,
    error: query.error,
    refetch: query.refetch,
  };
  return (
    <ListDesk
      list={list}
      title="Newsletter signups"
      failure="Failed to load newsletter signups"
      emptyTitle="No newsletter signups yet"
      actions={
        <Button
          variant="quiet"
          size="sm"
          aria-disabled={!data}
          onClick={() => exportAll(data?.signups ?? [])}
        >
          <Download aria-hidden="true" />
          Export CSV
        </Button>
      }
    >
      {(signups) => (
        <Table caption="Newsletter signups" sticky headings={COLUMNS}>
          {signups.map((one) => (
            <Tr
              key={one.id}
              card="max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:gap-x-1 max-lg:px-3 max-lg:py-2 max-lg:leading-tight"
            >
              <Td
                card="max-lg:col-span-3 max-lg:row-start-1"
                className="truncate font-semibold lg:w-[35%] lg:max-w-0"
              >
                {one.email}
              </Td>
              <Td card="max-lg:row-start-2" className="max-w-36 truncate">
                {one.firstName}
              </Td>
              <Td card="max-lg:row-start-2" className="max-w-36 truncate">
                {one.lastName}
              </Td>
              <Td
                card="max-lg:col-span-3 max-lg:row-start-3 max-lg:text-sm"
                className={cx('truncate lg:w-[30%] lg:max-w-0', !one.organization && 'max-lg:hidden')}
              >
                {one.organization ?? '–'}
              </Td>
              <Td card="max-lg:col-span-2 max-lg:row-start-4 max-lg:text-sm" className="whitespace-nowrap">
                {SIGNUP_SOURCE_NAMES[one.source]}
              </Td>
              <Td card="max-lg:col-start-3 max-lg:row-start-4">
                <Instant at={one.createdAt} />
              </Td>
            </Tr>
          ))}
        </Table>
      )}
    </ListDesk>
  );
}

function exportAll(signups: readonly Signup[]) {
  if (signups.length === 0) {
    toast({ tone: 'error', title: 'No Data', description: 'No newsletter signups to export' });
    return;
  }
  saveSignups(signups, now());
  toast({
    tone: 'ok',
    title: 'Export Complete',
    description: `Exported ${signups.length} newsletter signups`,
  });
}
