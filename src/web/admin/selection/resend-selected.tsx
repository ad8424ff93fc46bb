import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resendEmail } from '#contract/admin-orders.ts';
import { resendTicket } from '#contract/registrations.ts';
import { call } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { counted } from '../counted.ts';
import type { SelectedRows } from '../lists/use-selection.ts';
import { type SendReport, sendEach } from './send-each.ts';

const MAILS = {
  orders: {
    one: 'confirmation',
    whom: 'Each goes to the organizer of its order. Only a paid order has one.',
    send: (id: number) => call(resendEmail, { params: { id: String(id) } }),
  },
  registrations: {
    one: 'ticket',
    whom: "Each goes to its person's own address. Only a paid order has tickets.",
    send: (id: number) => call(resendTicket, { params: { id: String(id) } }),
  },
};

/** Asks, then mails each selected row. Refused rows stay in the dialog for a retry. */
export function ResendSelected({
  list,
  rows,
  onClose,
}: {
  list: keyof typeof MAILS;
  rows: SelectedRows;
  onClose: () => void;
}) {
  const { one, whom, send } = MAILS[list];
  const [unsent, setUnsent] = useState(rows);
  const [done, setDone] = useState(0);
  const sending = useMutation({
    mutationFn: () => sendEach(unsent, send, setDone),
    onMutate: () => setDone(0),
    onSuccess: ({ sent, failures }) => {
      if (failures.length > 0) {
        setUnsent(new Map(failures.map(({ id, name }) => [id, name])));
        return;
      }
      toast({ tone: 'ok', title: 'Email Sent', description: `${counted(sent, one)} sent again.` });
      onClose();
    },
  });
  const report = sending.data;
  return (
    <ConfirmDialog
      title={`Send ${counted(unsent.size, one)} again?`}
      confirmLabel={report ? 'Try again' : 'Resend'}
      cancelLabel={report ? 'Close' : 'Cancel'}
      busy={sending.isPending}
      busyLabel={`Sending ${Math.min(done + 1, unsent.size)} of ${unsent.size}`}
      onConfirm={() => sending.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{whom}</p>
        {report && !sending.isPending && <Refusals report={report} />}
      </div>
    </ConfirmDialog>
  );
}

function Refusals({ report: { sent, failures } }: { report: SendReport }) {
  return (
    <Notice tone="error" className="text-fg">
      {sent} sent, {failures.length} couldn't be sent:
      <ul className="list-disc pl-5">
        {failures.map(({ id, name, reason }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
