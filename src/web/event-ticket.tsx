import { event } from '#content/event.ts';
import { formatDay } from '#domain/calendar.ts';
import { TicketStub } from './art/ticket-stub.tsx';
import { DefinitionList } from './ui/definition-list.tsx';

/** The event's time and place. */
export function EventTicket() {
  const { venue } = event;
  return (
    <TicketStub eyebrow="Time and place" title={event.name}>
      <DefinitionList
        items={[
          {
            term: 'Date',
            description: <time dateTime={event.day}>{formatDay(event.day, 'weekday')}</time>,
          },
          { term: 'Location', description: `${venue.name}, ${venue.organization}` },
          {
            term: 'Address',
            description: `${venue.street}, ${venue.city}, ${venue.state} ${venue.postalCode}`,
          },
        ]}
      />
    </TicketStub>
  );
}
