import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { event } from '#content/event.ts';
import type { MyTicket } from '#contract/my-ticket.ts';
import { paths } from '#contract/paths.ts';
import { ticketEndWords } from '#contract/words/my-ticket.ts';
import { formatInstant } from '#domain/calendar.ts';
import { sentenceOf } from '../api.ts';
import { DeadEnd } from '../dead-end.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useSale } from '../use-sale.ts';
import { refundWords } from './cannot-come.tsx';
import { HoldersTicket } from './holders-ticket.tsx';
import { myReturnQuery, useMyTicket } from './use-my-ticket.ts';

/** A ticket's own page, for its holder. Shows the phone's copy at once, then the server's response. */
export function MyTicketPage() {
  const key = useRouterState({ select: ({ location }) => location.hash });
  return (
    <SiteFrame title="My ticket" action="none">
      <TicketOf key={key} ticketKey={key} />
    </SiteFrame>
  );
}

function TicketOf({ ticketKey }: { ticketKey: string }) {
  const { query, data, isUnknown, kept } = useMyTicket(ticketKey);
  const { error } = query;
  // Rerenders when the event is over.
  useSale();
  const hadTicket = useRef(false);
  const hasTicket = data ? data.state === 'valid' : Boolean(kept);
  useEffect(() => {
    hadTicket.current = hasTicket;
  }, [hasTicket]);
  if (data?.state === 'ended') {
    const at = data.at === null ? null : new Date(data.at);
    return (
      <NoTicket hadTicket={hadTicket}>
        {ticketEndWords({ ...data, at }, event.zone)}
        {data.because === 'returned' && <Refund ticketKey={ticketKey} />}
      </NoTicket>
    );
  }
  if (data) return <HoldersTicket pageKey={ticketKey} ticket={data} valid={data} />;
  if (kept && !isUnknown) {
    return (
      <HoldersTicket
        pageKey={ticketKey}
        ticket={kept.ticket}
        valid={null}
        // A retry clears the error of a page without data.
        notice={query.errorUpdateCount > 0 && <KeptNotice keptAt={kept.keptAt} query={query} />}
      />
    );
  }
  if (!error || kept === undefined) {
    return (
      <div className="wrap section-y">
        <Spinner label="Loading your ticket" />
      </div>
    );
  }
  return (
    <NoTicket hadTicket={hadTicket}>
      {sentenceOf(error)}
      {!isUnknown && (
        <Button variant="secondary" className="mt-6" onClick={() => void query.refetch()}>
          Try again
        </Button>
      )}
    </NoTicket>
  );
}

/** The server didn't respond, so nobody knows whether the ticket was replaced since. */
function KeptNotice({
  keptAt,
  query: { error, isFetching, refetch },
}: {
  keptAt: string;
  query: UseQueryResult<MyTicket>;
}) {
  return (
    <Notice
      title={`Saved on this device on ${formatInstant(event.zone, new Date(keptAt))}`}
      action={
        <Button
          size="sm"
          variant="secondary"
          busy={isFetching}
          busyLabel="Checking"
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      }
    >
      {error && `${sentenceOf(error)} `}
      If nothing has changed since, the ticket works at the door. To change something, you need a connection.
    </Notice>
  );
}

/** What the question before the return said, as long as this page is open. */
function Refund({ ticketKey }: { ticketKey: string }) {
  const { data } = useQuery({ ...myReturnQuery(ticketKey), enabled: false });
  return data?.to === 'staff' ? <p className="mt-2">{refundWords(data)}</p> : null;
}

/** Takes the focus if the ticket, with the pressed button, was here just before. */
function NoTicket({ hadTicket, children }: { hadTicket: RefObject<boolean>; children: ReactNode }) {
  return (
    <DeadEnd
      title="My ticket"
      takesFocus={hadTicket}
      role="alert"
      actions={<ButtonLink href={paths.findMyTicket}>Email me my ticket links</ButtonLink>}
    >
      {children}
    </DeadEnd>
  );
}
