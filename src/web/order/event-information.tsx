import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { formatDay, formatTime, zoneName } from '#domain/calendar.ts';
import { type EventDay, eventDays } from '#domain/event-days.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';
import { boot } from '../boot.ts';
import { ContactEmail } from '../contact-email.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';

export function EventInformation({ order }: { order: Pick<Order, 'eventType'> }) {
  return (
    <Card className="print:mt-6 print:break-inside-avoid">
      <h2 className="text-xl">Event information</h2>
      <DefinitionList
        className="mt-3"
        items={[
          ...eventDays(event, order.eventType).map((day) => ({
            term: day.title,
            description: <DayAndTime {...day} />,
          })),
          { term: 'Location', description: <Venue /> },
          { term: 'Contact', description: <Contact /> },
        ]}
      />
    </Card>
  );
}

function DayAndTime({ day, startsAt, endsAt }: EventDay) {
  return (
    <>
      <time dateTime={day}>{formatDay(day, 'weekday')}</time>
      <span className="block font-normal text-fg-2">
        {formatTime(event.zone, startsAt)} to {formatTime(event.zone, endsAt)}, {zoneName(event.zone)}
      </span>
    </>
  );
}

function Venue() {
  const { venue } = event;
  return (
    <>
      {venue.name}
      <span className="block font-normal text-fg-2">
        {venue.organization}
        <br />
        {addressLine(venue)}
      </span>
      <a className="link font-normal print:hidden" href={mapUrl(event)} target="_blank" rel="noreferrer">
        See it on a map<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}

function Contact() {
  return (
    <span className="font-normal">
      <ContactEmail />
      <br />
      <a className="link" href={telephoneUrl(boot.contact.phone)}>
        {boot.contact.phone}
      </a>
    </span>
  );
}
