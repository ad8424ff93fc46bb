import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, WalletCards } from 'lucide-react';
import { useState } from 'react';
import {
  getMyCalendarFile,
  getMyTicketPdf,
  getMyWalletLinks,
  type ValidTicket,
} from '#contract/my-ticket.ts';
import { ADD_TO_WALLET } from '#contract/words/wallets.ts';
import { type Wallet, walletsFor } from '#domain/wallets.ts';
import { call, sentenceOf } from '../api.ts';
import { boot } from '../boot.ts';
import { downloadFile } from '../download-file.ts';
import { AddToCalendar, CALENDAR_ENTRY, CALENDAR_FILE } from '../order/add-to-calendar.tsx';
import { isEventPast } from '../order/is-event-past.ts';
import { PrintButton } from '../order/print-button.tsx';
import { Button } from '../ui/button.tsx';
import { refetchAfter } from './use-my-ticket.ts';

/** A ticket's actions. Files are fetched by calls with the key in the body, so that no address contains it. */
export function TicketActions({ pageKey: key, ticket }: { pageKey: string; ticket: ValidTicket }) {
  const queryClient = useQueryClient();
  // Of whichever file failed last, until one is asked for again.
  const [failure, setFailure] = useState<Error | null>(null);
  const told = {
    onMutate: () => setFailure(null),
    onError: (error: Error) => {
      setFailure(error);
      void refetchAfter(queryClient, key, error);
    },
  };
  const calendar = useMutation({ mutationFn: () => downloadFile(getMyCalendarFile, { key }), ...told });
  const pdf = useMutation({ mutationFn: () => downloadFile(getMyTicketPdf, { key }), ...told });
  const wallet = useMutation({ mutationFn: (which: Wallet) => goToWallet(key, which), ...told });
  const isAhead = !isEventPast();
  const wallets = isAhead ? walletsFor(navigator.userAgent, boot.wallets) : [];
  return (
    <div className="relative flex flex-wrap gap-3 max-sm:flex-col">
      {isAhead && (
        <AddToCalendar
          eventType={ticket.eventType}
          variant="beacon"
          file={
            <button
              type="button"
              className={`${CALENDAR_ENTRY} cursor-pointer text-left`}
              onClick={() => calendar.mutate()}
            >
              {CALENDAR_FILE}
            </button>
          }
        />
      )}
      {wallets.map((one) => (
        <Button
          key={one}
          variant="secondary"
          busy={wallet.isPending && wallet.variables === one}
          busyLabel="Opening"
          onClick={() => wallet.mutate(one)}
        >
          <WalletCards aria-hidden="true" />
          {ADD_TO_WALLET[one]}
        </Button>
      ))}
      <Button variant="secondary" busy={pdf.isPending} busyLabel="Downloading" onClick={() => pdf.mutate()}>
        <Download aria-hidden="true" />
        Download (PDF)
      </Button>
      <PrintButton />
      <p role="alert" className="basis-full text-md text-error empty:hidden">
        {failure && sentenceOf(failure)}
      </p>
    </div>
  );
}

async function goToWallet(key: string, wallet: Wallet): Promise<void> {
  const links = await call(getMyWalletLinks, { body: { key, wallet } });
  const link = links[wallet];
  // Turned off since the page was loaded.
  if (!link) throw new Error(`no link for ${wallet}`);
  location.assign(link);
}
