import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { event } from '#content/event.ts';
import { formatDay } from '#domain/calendar.ts';
import type { EventType } from '#domain/packages.ts';
import { boot } from '../boot.ts';
import { type ButtonVariant, buttonClass } from '../ui/button-class.ts';
import { calendarLinks } from './calendar-links.ts';

/** The class of the link or button that is `file`. */
export const CALENDAR_ENTRY = 'link inline-block py-2.5';
export const CALENDAR_FILE = 'Calendar file for Apple, Outlook and others (.ics)';

/** A button that unfolds `file` for any calendar, and the two most common online calendars. */
export function AddToCalendar({
  eventType,
  variant,
  file,
}: {
  eventType: EventType;
  variant: ButtonVariant;
  file: ReactNode;
}) {
  const box = useRef<HTMLDetailsElement>(null);
  const menu = useRef<HTMLUListElement>(null);
  const close = () => box.current!.removeAttribute('open');
  const days = calendarLinks(event, eventType, boot.publicUrl);
  return (
    <details
      ref={box}
      className="max-sm:relative"
      // It may open below the window's edge.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) menu.current!.scrollIntoView({ block: 'nearest' });
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        close();
        box.current!.querySelector('summary')!.focus();
      }}
    >
      <summary
        className={buttonClass(
          variant,
          'md',
          'list-none cursor-pointer max-sm:w-full [&::-webkit-details-marker]:hidden',
        )}
      >
        <CalendarPlus aria-hidden="true" />
        Add to calendar
      </summary>
      {/* Safari gives a clicked link no focus: without the list's, the menu would close before the click. */}
      <ul
        ref={menu}
        tabIndex={-1}
        className="absolute inset-x-0 top-full z-20 mt-2 rounded-card border border-line bg-surface px-5 py-3 text-md shadow-dialog sm:right-auto"
      >
        <li>{file}</li>
        {days.flatMap(({ day, google, outlook }) => {
          const which = days.length > 1 ? `, ${formatDay(day, 'short')}` : '';
          return [
            <OnlineCalendar key={google} href={google} label={`Google Calendar${which}`} />,
            <OnlineCalendar key={outlook} href={outlook} label={`Outlook.com${which}`} />,
          ];
        })}
      </ul>
    </details>
  );
}

function OnlineCalendar({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a className={CALENDAR_ENTRY} href={href} target="_blank" rel="noreferrer">
        {label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </li>
  );
}
