import { IdCard, Mail, Pencil, Trash2, UserX } from 'lucide-react';
import { memo, useState } from 'react';
import { event } from '#content/event.ts';
import { exportRegistrations, listRegistrations } from '#contract/registrations.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { callWithTotal } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table, Td, Tr } from '../../ui/data-table.tsx';
import { AdminStats } from '../frame/admin-stats.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { useAddress } from '../lists/address.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { Instant } from '../lists/instant.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { OpenedOrder, useOpenOrder } from '../lists/opened-order.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import { RowActions, RowButton } from '../lists/row-actions.tsx';
import { RowSelect } from '../lists/row-select.tsx';
import { Selected } from '../lists/selected.tsx';
import { type SelectableRow, useSelection } from '../lists/use-selection.ts';
import type { ListedRegistration, RegistrationAction } from './registration-question.tsx';

const HEADINGS = ['Name', 'Email', 'Track', 'Order ID', 'Organizer', 'Created', 'Actions'];

/** The person as they were when staff were asked. */
interface Asked {
  readonly action: RegistrationAction;
  readonly person: ListedRegistration;
}

export function RegistrationsTab() {
  const { q } = useAddress().search;
  const list = usePagedSearch(listRegistrations.path, ({ search, page, size }, signal) =>
    callWithTotal(listRegistrations, { query: { search, page, size }, signal }),
  );
  const selection = useSelection(q ?? '', list);
  const openOrder = useOpenOrder();
  // Above the list: a row that leaves it takes away neither the dialog nor what is typed there.
  const [asked, setAsked] = useState<Asked | null>(null);
  const row = list.rows?.find(({ id }) => id === asked?.person.id);
  return (
    <>
      <ListDesk
        list={list}
        title="Registrations"
        emptyTitle="No registrations yet"
        actions={<ExportLink path={exportRegistrations.path} query={{ search: q }} />}
        figures={<AdminStats />}
      >
        {(registrations) => (
          <Table caption="Registrations" sticky headings={HEADINGS}>
            {registrations.map((one) => (
              <RegistrationRow
                key={one.id}
                registration={one}
                onOpen={openOrder}
                onAsk={setAsked}
                isSelected={selection.rows.has(one.id)}
                onToggle={selection.toggle}
              />
            ))}
          </Table>
        )}
      </ListDesk>
      <Selected list="registrations" selection={selection} />
      {asked && (
        <RegistrationQuestion
          asked={asked.action}
          person={row ?? asked.person}
          isListed={row !== undefined}
          onClose={() => setAsked(null)}
        />
      )}
      <OpenedOrder />
    </>
  );
}

const RegistrationRow = memo(function RegistrationRow({
  registration: one,
  onOpen,
  onAsk,
  isSelected,
  onToggle,
}: SelectableRow & {
  registration: ListedRegistration;
  onOpen: (orderId: number) => void;
  onAsk: (asked: Asked) => void;
}) {
  const number = registrationNumber(event.shortCode, one.orderId);
  const name = fullName(one);
  const open = () => onOpen(one.orderId);
  return (
    <Tr
      data-row
      aria-selected={isSelected}
      className="max-lg:relative"
      onOpen={open}
      card="max-lg:grid-cols-[minmax(0,1fr)_auto_auto] max-lg:gap-x-3 max-lg:px-3 max-lg:py-2 max-lg:leading-tight"
    >
      <Td card="max-lg:col-span-2 max-lg:row-start-1" className="lg:relative lg:w-[45%] lg:max-w-0">
        <RowSelect name={name} checked={isSelected} onToggle={() => onToggle(one.id, name)} />
        <span className="flex items-center gap-x-2 max-[359px]:flex-wrap">
          <span className="truncate font-semibold">{name}</span>
          {one.isOrganizer && <Badge tone="info">Organizer</Badge>}
        </span>
      </Td>
      <Td
        card="max-lg:col-span-2 max-lg:row-start-2 max-lg:text-sm"
        className="truncate lg:w-[55%] lg:max-w-0"
      >
        {one.email}
      </Td>
      <Td card="max-lg:col-start-3 max-lg:row-start-2 max-lg:text-right max-lg:text-sm">
        {one.track ? TRACK_NAMES[one.track] : '–'}
      </Td>
      <Td card="max-lg:col-start-3 max-lg:row-start-1 max-lg:text-right" className="whitespace-nowrap">
        <button
          type="button"
          data-row-opener
          aria-label={`Open order ${number}`}
          onClick={open}
          className="code link min-h-6"
        >
          {number}
        </button>
      </Td>
      <Td card="max-lg:hidden" className="whitespace-nowrap">
        {one.isOrganizer ? 'Self' : 'Team Member'}
      </Td>
      {/* Beside the checkbox; on the narrowest phones in two lines. */}
      <Td card="max-lg:col-span-2 max-lg:row-start-4 max-lg:pl-7!">
        <Instant at={one.createdAt} />
      </Td>
      <Td card="max-lg:col-span-3 max-lg:row-start-3 max-lg:-mt-0.5">
        <RegistrationActions person={one} onAsk={onAsk} />
      </Td>
    </Tr>
  );
});

/** Loaded on demand: with its form it is as large as the list. */
const RegistrationQuestion = deskPart(() => import('./registration-question.tsx'), 'RegistrationQuestion');

const ACTIONS = [
  { action: 'correct', label: 'Correct', tip: 'Correct', Icon: Pencil },
  { action: 'resend', label: 'Resend ticket to', tip: 'Resend Ticket', Icon: Mail },
  { action: 'badge', label: 'Badge for', tip: 'Badge', Icon: IdCard },
  { action: 'free', label: 'Free the seat of', tip: 'Free Seat', Icon: UserX },
  { action: 'delete', label: 'Delete', tip: 'Delete', Icon: Trash2 },
] as const;

function RegistrationActions({
  person,
  onAsk,
}: {
  person: ListedRegistration;
  onAsk: (asked: Asked) => void;
}) {
  const name = fullName(person);
  return (
    <RowActions>
      {ACTIONS.map(({ action, label, tip, Icon }) => (
        <RowButton
          key={action}
          label={`${label} ${name}`}
          tip={tip}
          onClick={() => onAsk({ action, person })}
        >
          <Icon aria-hidden="true" />
        </RowButton>
      ))}
    </RowActions>
  );
}
