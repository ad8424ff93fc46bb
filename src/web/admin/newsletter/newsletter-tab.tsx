import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { listNewsletterSignups } from '#contract/newsletter-signups.ts';
import type { ParsedOf } from '#contract/route.ts';
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
import { COLUMNS, saveSignups } from './save-signups.ts';

type Signups = ParsedOf<typeof listNewsletterSignups.response>;

const FAILURE = 'Failed to load newsletter signups';

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
      failure={FAILURE}
      emptyTitle="No newsletter signups yet"
      searchHint="Try part of a name, an email address or an organization."
      actions={
        <Button
          variant="quiet"
          size="sm"
          aria-disabled={query.isFetching}
          onClick={() => void exportCurrent(query.refetch)}
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

/** Asks again, because a list that has been open for hours lacks the latest signups. */
async function exportCurrent(refetch: () => Promise<{ data?: Signups; error: Error | null }>) {
  const { data, error } = await refetch();
  if (error || !data) {
    toast({ tone: 'error', title: 'Error', description: FAILURE });
    return;
  }
  const { signups } = data;
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
