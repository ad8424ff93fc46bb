import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { event } from '#content/event.ts';
import { listNewsletterSignups } from '#contract/admin.ts';
import { formatInstant } from '#domain/calendar.ts';
import { call } from '../../api.ts';
import { now } from '../../clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { LoadFailure } from '../frame/load-failure.tsx';
import { useAddress } from '../lists/address.ts';
import { useExistingPage, usePages, useSearchBox } from '../lists/paged-search.ts';
import { Pager } from '../lists/pager.tsx';
import { type Signup, saveSignups } from './save-signups.ts';

const SEARCH = 'Search by name, email or organization';

export function NewsletterTab() {
  const { search: address, change } = useAddress();
  const { q = '' } = address;
  const { page, size, setPage, setSize } = usePages();
  const [text, setText] = useSearchBox(q, (next) => change({ q: next || undefined, page: undefined }));
  const list = useQuery({
    queryKey: [listNewsletterSignups.path, q],
    queryFn: ({ signal }) => call(listNewsletterSignups, { query: { search: q }, signal }),
    placeholderData: keepPreviousData,
  });
  const signups = list.data?.signups;
  useExistingPage(page, size, list.isPlaceholderData ? undefined : signups?.length);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-lg">Newsletter signups</h2>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto sm:flex-1 sm:justify-end">
          <SearchField
            label={SEARCH}
            placeholder={SEARCH}
            value={text}
            onValueChange={setText}
            className="w-full sm:max-w-105 sm:flex-1"
          />
          <Button variant="secondary" aria-disabled={!signups} onClick={() => exportAll(signups ?? [])}>
            <Download aria-hidden="true" />
            Export CSV
          </Button>
        </div>
      </div>
      {list.error && (
        <LoadFailure
          className="mb-4"
          title="Failed to load newsletter signups"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Spinner label="Loading newsletter signups" />}
      {signups?.length === 0 && (
        <EmptyState title={q ? 'Nothing matches this search' : 'No newsletter signups yet'} />
      )}
      {signups && signups.length > 0 && (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          <SignupTable signups={signups.slice((page - 1) * size, page * size)} />
          <Pager
            page={page}
            size={size}
            total={signups.length}
            onPageChange={setPage}
            onSizeChange={setSize}
          />
        </div>
      )}
    </Card>
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

function SignupTable({ signups }: { signups: readonly Signup[] }) {
  return (
    <Table caption="Newsletter signups">
      <TableHead>
        <Th>Email</Th>
        <Th>First Name</Th>
        <Th>Last Name</Th>
        <Th>Organization</Th>
        <Th>Source</Th>
        <Th>Signup Date</Th>
      </TableHead>
      <TableBody>
        {signups.map((one) => (
          <Tr key={one.id}>
            <Td typed label="Email">
              <span className="font-semibold wrap-anywhere">{one.email}</span>
            </Td>
            <Td typed label="First Name">
              {one.firstName}
            </Td>
            <Td typed label="Last Name">
              {one.lastName}
            </Td>
            <Td typed label="Organization">
              {one.organization ?? '–'}
            </Td>
            <Td label="Source">{one.source}</Td>
            <Td label="Signup Date">
              <time dateTime={one.createdAt}>{formatInstant(event.zone, new Date(one.createdAt))}</time>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
