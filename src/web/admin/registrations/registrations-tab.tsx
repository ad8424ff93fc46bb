import { lazy, memo, Suspense, useCallback } from 'react';
import { event } from '#content/event.ts';
import { exportRegistrations, listRegistrations } from '#contract/admin.ts';
import { formatInstant } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { callWithHeaders } from '../../api.ts';
import { afterPicture } from '../../ui/after-picture.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { useAddress } from '../lists/address.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import type { ListedRegistration } from './listed-registration.ts';
import { RegistrationActions } from './registration-actions.tsx';

const OrderDialog = lazy(() =>
  import('../orders/order-dialog.tsx').then((file) => ({ default: file.OrderDialog })),
);

export function RegistrationsTab() {
  const { search: address, change } = useAddress();
  const desk = usePagedSearch(listRegistrations.path, ({ search, page, size }, signal) =>
    callWithHeaders(listRegistrations, { query: { search, page, size }, signal }),
  );
  // The details of an order take longer to draw than a click may wait.
  const open = useCallback(
    (order: number) => afterPicture(() => change({ order }, { keep: true })),
    [change],
  );
  const close = () => afterPicture(() => change({ order: undefined }));
  return (
    <>
      <ListDesk
        desk={desk}
        title="Registrations"
        searchLabel={`Search by name, email or ${event.shortCode} number`}
        emptyTitle="No registrations yet"
        actions={<ExportLink path={exportRegistrations.path} query={{ search: desk.search.trim() }} />}
      >
        {(registrations) => <RegistrationTable registrations={registrations} onOpenOrder={open} />}
      </ListDesk>
      {address.order !== undefined && (
        <Suspense>
          <OrderDialog key={address.order} id={address.order} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const RegistrationTable = memo(function RegistrationTable({
  registrations,
  onOpenOrder,
}: {
  registrations: readonly ListedRegistration[];
  onOpenOrder: (id: number) => void;
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
            <Td typed label="Name">
              <span className="inline-flex flex-wrap items-center gap-2">
                <span className="font-semibold">
                  {one.firstName} {one.lastName}
                </span>
                {one.isOrganizer && <Badge tone="info">Organizer</Badge>}
              </span>
            </Td>
            <Td typed label="Email">
              <span className="wrap-anywhere">{one.email}</span>
            </Td>
            <Td label="Track">
              <span className="capitalize">{one.track ?? '–'}</span>
            </Td>
            <Td label="Order ID">
              <button
                type="button"
                aria-label={`Open order ${registrationNumber(event.shortCode, one.orderId)}`}
                onClick={() => onOpenOrder(one.orderId)}
                className="code link min-h-6"
              >
                {registrationNumber(event.shortCode, one.orderId)}
              </button>
            </Td>
            <Td label="Organizer">{one.isOrganizer ? 'Self' : 'Team Member'}</Td>
            <Td label="Created">
              <time dateTime={one.createdAt}>{formatInstant(event.zone, new Date(one.createdAt))}</time>
            </Td>
            <Td label="Actions">
              <RegistrationActions person={one} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
});
