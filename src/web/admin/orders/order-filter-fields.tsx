import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { COMPLETENESS_NAMES, EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { COMPLETENESS } from '#domain/attendee.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { type AdminSearch, oneOf } from '../lists/admin-search.ts';

export function OrderFilterFields({
  search,
  onChange,
}: {
  search: AdminSearch;
  onChange: (next: AdminSearch) => void;
}) {
  return (
    <div className="grid gap-3 py-3 sm:grid-cols-3">
      <SelectField
        label="Payment status"
        emptyLabel="All"
        options={PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_NAMES[value] }))}
        value={search.status ?? ''}
        onChange={(event) => onChange({ status: oneOf(PAYMENT_STATUSES, event.target.value) })}
      />
      <SelectField
        label="Event type"
        emptyLabel="All"
        options={EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_NAMES[value] }))}
        value={search.eventType ?? ''}
        onChange={(event) => onChange({ eventType: oneOf(EVENT_TYPES, event.target.value) })}
      />
      <SelectField
        label="Attendee status"
        emptyLabel="All"
        options={COMPLETENESS.map((value) => ({ value, label: COMPLETENESS_NAMES[value] }))}
        value={search.attendees ?? ''}
        onChange={(event) => onChange({ attendees: oneOf(COMPLETENESS, event.target.value) })}
      />
    </div>
  );
}
