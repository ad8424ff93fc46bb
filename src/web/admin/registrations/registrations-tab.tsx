import { event } from '#content/event.ts';
import { listRegistrations } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatInstant } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { callWithHeaders } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { ListDesk } from '../list-desk.tsx';
import { usePagedSearch } from '../paged-search.ts';

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
    >
      {(registrations) => <RegistrationTable registrations={registrations} />}
    </ListDesk>
  );
}

function RegistrationTable({ registrations }: { registrations: readonly ListedRegistration[] }) {
  return (
    <Table caption="Registrations">
      <TableHead>
        <Th>Name</Th>
        <Th>Email</Th>
        <Th>Track</Th>
        <Th>Order ID</Th>
        <Th>Organizer</Th>
        <Th>Created</Th>
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
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
