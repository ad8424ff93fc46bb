import { type ReactNode, useEffect, useState } from 'react';
import { event } from '#content/event.ts';
import { schedule } from '#content/schedule.ts';
import type { ValidTicket } from '#contract/my-ticket.ts';
import { PAGES } from '#contract/paths.ts';
import { onConferenceDay } from '#contract/words/conference-day.ts';
import { eventDays } from '#domain/event-days.ts';
import { findArrival } from '#domain/find-arrival.ts';
import type { EventType } from '#domain/packages.ts';
import { clockSpan } from '../clock-time.ts';
import { CodeScreen } from '../order/code-screen.tsx';
import { EventInformation } from '../order/event-information.tsx';
import { isProgramOver } from '../order/is-event-past.ts';
import { OrderHeader } from '../order/order-header.tsx';
import { PrintedTickets } from '../order/printed-tickets.tsx';
import type { ShownOrder, ShownTicket } from '../order/shown-ticket.ts';
import { TicketCard } from '../order/ticket-card.tsx';
import { Card } from '../ui/card.tsx';
import { findKeptTicket } from './kept-ticket.ts';
import { MyDetails } from './my-details.tsx';
import { TicketActions } from './ticket-actions.tsx';

/** A valid ticket. `valid` is the server's data; null while only the phone's copy is available. */
export function HoldersTicket({
  pageKey,
  ticket,
  valid,
  notice,
}: {
  pageKey: string;
  ticket: ShownOrder & ShownTicket;
  valid: ValidTicket | null;
  notice?: ReactNode;
}) {
  const [opensOffline, setOpensOffline] = useState(false);
  useEffect(() => {
    void keepPage(pageKey).then(setOpensOffline);
  }, [pageKey]);
  return (
    <>
      <OrderHeader order={ticket} title="My ticket" />
      <div className="wrap flex flex-col gap-6 pt-4 pb-14 sm:pt-8 print:hidden">
        <div className="max-w-copy empty:hidden">{notice}</div>
        <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
          <div className="flex min-w-0 flex-col gap-6">
            <TicketCard order={ticket} registration={ticket} />
            {valid && (
              <>
                <TicketActions pageKey={pageKey} ticket={valid} />
                <MyDetails pageKey={pageKey} ticket={valid} />
              </>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <EventInformation order={ticket} />
            {!isProgramOver() && <AtTheDoor eventType={ticket.eventType} opensOffline={opensOffline} />}
          </div>
        </div>
      </div>
      <CodeScreen order={ticket} registrations={[ticket]} />
      <PrintedTickets order={ticket} tickets={[ticket]} />
    </>
  );
}

/** Makes the page start without a network, where the browser supports that. Resolves to whether it does. */
async function keepPage(pageKey: string): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(`${PAGES.myTicket}/sw.js`, { scope: PAGES.myTicket });
    await navigator.serviceWorker.ready;
    return (await findKeptTicket(pageKey)) !== null;
  } catch {
    // A private window, an app's own browser, or no secure connection.
    return false;
  }
}

function AtTheDoor({ eventType, opensOffline }: { eventType: EventType; opensOffline: boolean }) {
  const doors = findArrival(schedule, eventDays(event, eventType));
  return (
    <Card>
      <h2 className="text-xl">At the door</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-md">
        {doors && (
          <li>
            {doors.title}, {onConferenceDay(clockSpan(doors.from, doors.to), eventType)}
          </li>
        )}
        <li>Show the code, on your phone or on paper. Tap it to fill the screen.</li>
        <li>
          {opensOffline
            ? 'This page now opens on this device even when you’re offline.'
            : 'The connection may be slow at the door, so take a screenshot of the code, or download the PDF.'}
        </li>
        <li>Keep the link to yourself: anyone who has it can use and change your ticket.</li>
      </ul>
    </Card>
  );
}
