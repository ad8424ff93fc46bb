import { Download } from 'lucide-react';
import { memo } from 'react';
import { event } from '#content/event.ts';
import { exportRegistrations, listRegistrations } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatInstant } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { callWithHeaders } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { ListDesk } from '../list-desk.tsx';
import { usePagedSearch } from '../paged-search.ts';
import { DeleteRegistration } from './delete-registration.tsx';

type ListedRegistration = ParsedOf<typeof listRegistrations.response>[number];

export function RegistrationsTab() {
  const desk = usePagedSearch(listRegistrations.path, (query, signal) =>
    callWithHeaders(listRegistrations, { query, signal }),
  );
  return (
    <ListDesk
      desk={desk}
      title="Registrations"
      searchLabel={`Search by name, email or ${event.shortCode} number`}
      emptyTitle="No registrations yet"
      actions={<ExportLink search={desk.search.trim()} />}
    >
      {(registrations) => <RegistrationTable registrations={registrations} />}
    </ListDesk>
  );
}

/** The list as it is searched, as a file; a new tab, so that the desk stays. */
function ExportLink({ search }: { search: string }) {
  const query = search ? `?${new URLSearchParams({ search })}` : '';
  return (
    <a
      href={`${exportRegistrations.path}${query}`}
      target="_blank"
      rel="noopener"
      className={buttonClass('secondary', 'md')}
    >
      <Download aria-hidden="true" />
      Export CSV
    </a>
  );
}

const RegistrationTable = memo(function RegistrationTable({
  registrations,
}: {
  registrations: readonly ListedRegistration[];
}) {
  return (
    <Table caption="Registrations">
      <TableHead>
        <Th>Name</Th>
        <Th>Email</Th>
        <Th>Track</Th>
        <Th>Order ID</Th>
        <Th>Organizer</Th>
        <Th>Created</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {registrations.map((one) => (
          <Tr key={one.id}>
            <Td label="Name">
              <span className="inline-flex flex-wrap items-center gap-2">
                <span className="font-semibold">
                  {one.firstName} {one.lastName}
                </span>
                {one.isOrganizer && <Badge tone="info">Organizer</Badge>}
              </span>
            </Td>
            <Td label="Email">
              <span className="wrap-anywhere">{one.email}</span>
            </Td>
            <Td label="Track">
              <span className="capitalize">{one.track ?? '–'}</span>
            </Td>
            <Td label="Order ID">
              <span className="code">{registrationNumber(event.shortCode, one.orderId)}</span>
            </Td>
            <Td label="Organizer">{one.isOrganizer ? 'Self' : 'Team Member'}</Td>
            <Td label="Created">
              <time dateTime={one.createdAt}>{formatInstant(event.zone, new Date(one.createdAt))}</time>
            </Td>
            <Td label="Actions">
              <DeleteRegistration person={one} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
});
