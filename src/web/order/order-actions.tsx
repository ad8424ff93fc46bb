import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { deadlines } from '#content/deadlines.ts';
import { event } from '#content/event.ts';
import { emailOrderAgain, type Order, type OrderWithRegistrations } from '#contract/orders.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { counted } from '#contract/words/counted.ts';
import { isNamingOpen } from '#domain/naming.ts';
import { call } from '../api.ts';
import { ownSentenceOf } from '../api-errors.ts';
import { now } from '../clock.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { AddToCalendar, CALENDAR_ENTRY, CALENDAR_FILE } from './add-to-calendar.tsx';
import { AddToWallet } from './add-to-wallet.tsx';
import { isEventPast } from './is-event-past.ts';
import { ADD_MEMBER, OrderLink } from './order-link.tsx';
import { PrintButton } from './print-button.tsx';
import { firstTicket, hasSeats, seatsToName } from './seats.ts';

/** An order's actions. Naming seats comes first while there are unnamed ones. */
export function OrderActions({ data, children }: { data: OrderWithRegistrations; children?: ReactNode }) {
  const { order } = data;
  const unnamed = seatsToName(data);
  const isAhead = hasSeats(order) && !isEventPast();
  const ticket = firstTicket(data);
  return (
    <div className="relative flex flex-wrap gap-3 max-sm:flex-col print:hidden">
      {unnamed > 0 && (
        <Link {...whereToName(order)} className={buttonClass('beacon', 'md')}>
          Name {counted(unnamed, 'seat')}
        </Link>
      )}
      {isAhead && (
        <AddToCalendar
          eventType={order.eventType}
          variant={unnamed > 0 ? 'secondary' : 'beacon'}
          file={
            <a className={CALENDAR_ENTRY} href={paths.calendarFile(order.transactionId)} download>
              {CALENDAR_FILE}
            </a>
          }
        />
      )}
      {ticket && <AddToWallet order={order} registration={ticket} />}
      <PrintButton />
      {isAhead && <EmailAgain order={order} />}
      {/* Their words begin where the buttons do. */}
      <div className="-mt-1 -ml-5 flex basis-full flex-wrap empty:hidden">
        {isAhead && unnamed === 0 && <OrderLink to="team" transactionId={order.transactionId} />}
        {children}
        {isAhead && <OrderLink to="cancel" transactionId={order.transactionId} />}
      </div>
    </div>
  );
}

/**
 * The team's page; once naming has ended there, the form on the order's own page, which stays available (R-ATTENDEE-3).
 */
function whereToName({ transactionId }: Order) {
  const params = { transactionId };
  return isNamingOpen({ deadlines, event }, now())
    ? { to: PAGES.team, params }
    : { to: PAGES.confirmation, params, hash: ADD_MEMBER };
}

const FAILED = 'The email wasn’t sent. Please try again.';

/** Sends the buyer the confirmation again, and shows the result in place. */
function EmailAgain({ order }: { order: Order }) {
  const sending = useMutation({
    mutationFn: () => call(emailOrderAgain, { params: { transactionId: order.transactionId } }),
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={sending.isPending}
        busyLabel="Sending"
        onClick={() => sending.mutate()}
      >
        <Mail aria-hidden="true" />
        Resend email
      </Button>
      <p role="status" className="basis-full text-md wrap-anywhere empty:hidden">
        {sending.data
          ? `Sent to ${sending.data.sentTo}.`
          : sending.error && ownSentenceOf(sending.error, FAILED)}
      </p>
    </>
  );
}
