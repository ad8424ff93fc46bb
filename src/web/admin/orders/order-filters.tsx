import { useState } from 'react';
import { COMPLETENESS } from '#domain/attendee.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { AdminSearch } from '../admin-search.ts';
import { EVENT_TYPE_NAMES } from './event-type-names.ts';

/** Narrows the list; what is chosen stands in the address. */
export function OrderFilters({
  search,
  onChange,
}: {
  search: AdminSearch;
  onChange: (next: Partial<AdminSearch>) => void;
}) {
  // Open while something is chosen; whoever takes the last choice back is still choosing.
  const [isOpen, setOpen] = useState(false);
  if (isNarrowed(search) && !isOpen) setOpen(true);
  return (
    <details
      className="w-full"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open || isNarrowed(search))}
    >
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-chip px-1 font-semibold text-accent">
        Filters
      </summary>
      <div className="grid gap-3 pt-2 sm:grid-cols-3">
        <SelectField
          id="filter-status"
          label="Payment status"
          emptyLabel="All"
          options={PAYMENT_STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          value={search.status ?? ''}
          onChange={(event) => onChange({ status: chosen(PAYMENT_STATUSES, event.target.value) })}
        />
        <SelectField
          id="filter-event-type"
          label="Event type"
          emptyLabel="All"
          options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
          value={search.eventType ?? ''}
          onChange={(event) => onChange({ eventType: chosen(EVENT_TYPES, event.target.value) })}
        />
        <SelectField
          id="filter-attendees"
          label="Attendee status"
          emptyLabel="All"
          options={COMPLETENESS.map((value) => ({ value, label: value }))}
          value={search.attendees ?? ''}
          onChange={(event) => onChange({ attendees: chosen(COMPLETENESS, event.target.value) })}
        />
      </div>
    </details>
  );
}

export function isNarrowed({ status, eventType, attendees }: AdminSearch): boolean {
  return Boolean(status || eventType || attendees);
}

function chosen<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((one) => one === value);
}
