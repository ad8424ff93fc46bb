import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail, X } from 'lucide-react';
import { useState } from 'react';
import { exportOrders, listOrders, listUndeliveredEmails, resendEmail } from '#contract/admin-orders.ts';
import { exportRegistrations, listRegistrations, resendTicket } from '#contract/registrations.ts';
import { counted } from '#contract/words/counted.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useUnselect } from '../actions/confirm-action.tsx';
import { ExportLink } from '../lists/export-link.tsx';
import type { SelectedRows, Selection } from '../lists/use-selection.ts';
import './selection-bar.css';
import { goneWords, type SendReport, sendEach } from './send-each.ts';

const LISTS = {
  orders: {
    path: listOrders.path,
    exportPath: exportOrders.path,
    one: 'confirmation',
    whom: 'Each goes to the organizer of its order. Only paid orders have a confirmation.',
    send: (id: number) => call(resendEmail, { params: { id: String(id) } }),
  },
  registrations: {
    path: listRegistrations.path,
    exportPath: exportRegistrations.path,
    one: 'ticket',
    whom: 'Each goes to that person’s own address. Only paid orders have tickets.',
    send: (id: number) => call(resendTicket, { params: { id: String(id) } }),
  },
};

/** Actions on the selected rows, in a bar at the bottom of the screen. */
export function SelectionBar({ list, selection }: { list: keyof typeof LISTS; selection: Selection }) {
  const { rows, toggle } = selection;
  const unselect = (id: number) => {
    const name = rows.get(id);
    if (name !== undefined) toggle(id, name);
  };
  useUnselect((gone) => gone.list === list && unselect(gone.id));
  const [isAsked, setAsked] = useState(false);
  const clear = () => {
    // The button disappears, and with it the focus.
    document.querySelector<HTMLElement>('[data-row-select]:checked, [data-row-select]')?.focus();
    selection.clear();
  };
  return (
    <section
      aria-label="Selection"
      data-selection-bar
      className="selection-bar on-ink border border-line bg-ink shadow-dialog"
    >
      <p className="font-semibold whitespace-nowrap even-figures">{rows.size} selected</p>
      <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
        <Mail aria-hidden="true" />
        Resend
      </Button>
      <ExportLink path={LISTS[list].exportPath} query={{ ids: [...rows.keys()].join(',') }} label="Export" />
      <Button variant="quiet" size="sm" onClick={clear}>
        <X aria-hidden="true" />
        Clear
      </Button>
      {isAsked && (
        <ResendSelected list={list} rows={rows} onGone={unselect} onClose={() => setAsked(false)} />
      )}
    </section>
  );
}

/** Asks, then mails each selected row. Refused rows stay in the dialog for a retry, unless they no longer exist. */
function ResendSelected({
  list,
  rows,
  onGone,
  onClose,
}: {
  list: keyof typeof LISTS;
  rows: SelectedRows;
  onGone: (id: number) => void;
  onClose: () => void;
}) {
  const { path, one, whom, send } = LISTS[list];
  const client = useQueryClient();
  const [unsent, setUnsent] = useState(rows);
  const [done, setDone] = useState(0);
  const [report, setReport] = useState<SendReport | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  // Not earlier, because a list without the rows would take this dialog away.
  const close = (isListOutdated: boolean) => {
    if (isListOutdated) void client.invalidateQueries({ queryKey: [path] });
    onClose();
  };
  const take = (result: SendReport) => {
    const { sent, gone, failures } = result;
    void client.invalidateQueries({ queryKey: [listUndeliveredEmails.path] });
    for (const id of gone.keys()) onGone(id);
    const isNowOutdated = isOutdated || gone.size > 0;
    setOutdated(isNowOutdated);
    if (failures.length > 0) {
      setReport(result);
      setUnsent(new Map(failures.map(({ id, name }) => [id, name])));
      return;
    }
    toast({
      ...(sent > 0 ? { tone: 'ok', title: 'Email Sent' } : { title: 'No Email Sent' }),
      description: `${counted(sent, one)} sent again. ${goneWords(gone)}`.trim(),
    });
    close(isNowOutdated);
  };
  const sending = useMutation({
    mutationFn: async () => {
      const result = await sendEach(unsent, send, setDone);
      take(result);
      // For the page, which asks to sign in again.
      if (result.signedOut) throw result.signedOut;
    },
    onMutate: () => setDone(0),
  });
  return (
    <ConfirmDialog
      title={`Send ${counted(unsent.size, one)} again?`}
      confirmLabel={report ? 'Try again' : 'Resend'}
      cancelLabel={report ? 'Close' : 'Cancel'}
      busy={sending.isPending}
      busyLabel={`Sending ${Math.min(done + 1, unsent.size)} of ${unsent.size}`}
      onConfirm={() => sending.mutate()}
      onClose={() => close(isOutdated)}
    >
      <UnsavedWork when={sending.isPending || report !== null} />
      <div className="flex flex-col gap-3">
        <p>{whom}</p>
        {report && !sending.isPending && <Refusals report={report} />}
      </div>
    </ConfirmDialog>
  );
}

function Refusals({ report: { sent, gone, failures } }: { report: SendReport }) {
  return (
    <Notice tone="error">
      {sent} sent, {failures.length} failed:
      <ul className="list-disc pl-5">
        {failures.map(({ id, name, reason }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {reason}
          </li>
        ))}
      </ul>
      {goneWords(gone)}
    </Notice>
  );
}
