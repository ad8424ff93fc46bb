import { event } from '#content/event.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/calendar.ts';
import { boot } from '../boot.ts';
import { calendarLinks } from './calendar-links.ts';

/** A file for any calendar, and the two online ones that most people have. */
export function AddToCalendar({ order }: { order: Order }) {
  const days = calendarLinks(event, order.eventType, boot.publicUrl);
  return (
    <div className="mt-4 border-t border-line pt-4 text-md print:hidden">
      <h3 className="font-sans text-md font-semibold tracking-normal">Add to calendar</h3>
      <ul className="mt-1 flex flex-col">
        <li>
          <a className="link inline-block py-1" href={paths.calendarFile(order.transactionId)} download>
            Calendar file for Apple, Outlook and others (.ics)
          </a>
        </li>
        {days.flatMap(({ day, google, outlook }) => {
          const which = days.length > 1 ? `, ${formatDay(day, 'short')}` : '';
          return [
            <OnlineCalendar key={google} href={google} label={`Google Calendar${which}`} />,
            <OnlineCalendar key={outlook} href={outlook} label={`Outlook.com${which}`} />,
          ];
        })}
      </ul>
    </div>
  );
}

function OnlineCalendar({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a className="link inline-block py-1" href={href} target="_blank" rel="noreferrer">
        {label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </li>
  );
}
