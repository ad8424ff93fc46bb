import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type MyTicket, openMyTicket, previewMyReturn } from '#contract/my-ticket.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { isUnconfirmed } from '../api-errors.ts';
import { now } from '../clock.ts';
import { findKeptTicket, forgetTicket, keepTicket } from './kept-ticket.ts';

export const myTicketQuery = (key: string) =>
  queryOptions({
    queryKey: ['my-ticket', key],
    queryFn: async ({ signal }) => {
      const ticket = await call(openMyTicket, { body: { key }, signal }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) await forgetTicket(key);
        throw error;
      });
      await keepOrForget(key, ticket);
      return ticket;
    },
    // The ticket may have been transferred by now.
    refetchOnWindowFocus: 'always',
  });

/** What returning the ticket would do. */
export const myReturnQuery = (key: string) =>
  queryOptions({
    queryKey: ['my-return', key],
    queryFn: ({ signal }) => call(previewMyReturn, { body: { key }, signal }),
    staleTime: 0,
  });

/**
 * The server's data about the ticket, whether the server doesn't know it, and this phone's copy, which is undefined until
 * it was looked up.
 */
export function useMyTicket(key: string) {
  const query = useQuery(myTicketQuery(key));
  const { refetch } = query;
  // The library doesn't notice when a page that started offline goes online.
  useEffect(() => {
    const ask = () => void refetch();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [refetch]);
  const { data: kept } = useQuery({ queryKey: ['kept-ticket', key], queryFn: () => findKeptTicket(key) });
  const isUnknown = query.error instanceof ApiError && query.error.status === 404;
  // After a failure, the library keeps earlier data. Without a network, that is right.
  return { query, data: isUnknown ? undefined : query.data, isUnknown, kept };
}

/** The response to a change is newer than that of any call still on its way. */
export async function takeChange(queryClient: QueryClient, key: string, ticket: MyTicket): Promise<void> {
  const { queryKey } = myTicketQuery(key);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, ticket);
  await keepOrForget(key, ticket);
}

/**
 * Looks the ticket up again after a refusal that shows a change, or a lost response, after which a change may have been
 * made. Previews and downloads change nothing; for simplicity, their lost responses count, too. A form waits for what its
 * refusal asks to review.
 */
export async function refetchAfter(queryClient: QueryClient, key: string, error: Error): Promise<void> {
  const isOutdated = error instanceof ApiError && ['changed_meanwhile', 'ticket_ended'].includes(error.code);
  if (!isOutdated && !isUnconfirmed(error)) return;
  const refetched = queryClient.invalidateQueries({ queryKey: myTicketQuery(key).queryKey });
  if (isOutdated) await refetched;
}

/** What to tell the holder if a change has failed. */
export function changeFailure(error: Error): string {
  return isUnconfirmed(error) ? `${sentenceOf(error)} ${UNSURE}` : sentenceOf(error);
}

const UNSURE = 'It may have been done. Look at your ticket before you try again.';

/** The copy is always the server's latest response. */
async function keepOrForget(key: string, ticket: MyTicket): Promise<void> {
  if (ticket.state === 'valid') await keepTicket(key, ticket, now());
  else await forgetTicket(key);
}
