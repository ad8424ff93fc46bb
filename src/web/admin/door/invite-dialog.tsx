import { useState } from 'react';
import * as z from 'zod/mini';
import { event } from '#content/event.ts';
import { inviteDoorPhones, listDoorPhones } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { endsTooLate } from '#contract/words/door-fields.ts';
import { mayEndAt } from '#domain/access.ts';
import { call } from '../../api.ts';
import { now } from '../../clock.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { saidEnd } from '../instant-text.ts';
import { defaultEnd, typedInstant } from './typed-instant.ts';

type Invited = ParsedOf<typeof inviteDoorPhones.response>;

/** Asks for the invitation's details, then shows its code this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<Invited | null>(null);
  return invited ? (
    <InvitationDialog invited={invited} onClose={onClose} />
  ) : (
    <InvitationForm onInvited={setInvited} onClose={onClose} />
  );
}

function InvitationForm({
  onInvited,
  onClose,
}: {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}) {
  const action = useAction({
    run: (body: ParsedOf<typeof inviteDoorPhones.body>) => call(inviteDoorPhones, { body }),
    refreshes: [listDoorPhones.path],
    success: () => ({ title: 'Invitation Created', description: 'Have the volunteers scan its code.' }),
    failed: { title: 'Error', otherwise: 'The invitation could not be created' },
    onDone: onInvited,
  });
  const form = useCallForm({
    schema: invitationForm,
    initial: { role: 'steward', maxPhones: '6', endsAt: defaultEnd(event, now()) },
    read: ({ role, maxPhones, endsAt }) => ({
      role,
      maxPhones: typedCount(maxPhones),
      endsAt: typedInstant(event.zone, endsAt),
    }),
    refusal: action.error,
  });
  return (
    <FormDialog
      title="Invite"
      form={form}
      action={action}
      submitLabel="Show the code"
      busyLabel="Creating"
      onClose={onClose}
    >
      <RadioCards
        legend="Role"
        options={[
          {
            value: 'steward',
            label: 'Steward',
            description: 'Admits people, looks them up, names free seats, and undoes the phone’s own scans.',
          },
          {
            value: 'supervisor',
            label: 'Supervisor',
            description: 'Also undoes the scans of others, settles duplicates, and sees all doors.',
          },
        ]}
        {...form.field('role')}
      />
      <TextField
        label="Number of phones"
        hint="How many may join with this code."
        inputMode="numeric"
        {...form.field('maxPhones')}
      />
      <TextField
        label="Works until"
        hint={`Time in ${event.venue.city}. Each phone deletes its list then.`}
        type="datetime-local"
        {...form.field('endsAt')}
      />
    </FormDialog>
  );
}

function InvitationDialog({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { invitation, url, qrSvg } = invited;
  return (
    <Dialog
      onClose={onClose}
      title={`Invitation for ${counted(invitation.maxPhones, 'phone')}`}
      description="Scan it with the phone’s camera."
      footer={
        <>
          {/* Focus isn't on Done, which would lose the code. */}
          <CopyButton value={url} label="Copy link" autoFocus />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4">
        <Notice tone="warn" title="Shown only once" className="w-full">
          Until {saidEnd(new Date(invitation.endsAt))} anyone who has this code can see the list. Once you
          close this, the code cannot be shown again; you would need a new invitation.
        </Notice>
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg)}`}
          alt="The invitation as a QR code"
          className="w-full max-w-80 rounded-input bg-white"
        />
        <p className="w-full rounded-input bg-sunken px-3 py-2 text-dense break-all">{url}</p>
      </div>
    </Dialog>
  );
}

const invitationForm = z.extend(inviteDoorPhones.body, {
  endsAt: z.iso.datetime('Choose a day and a time').check(
    z.refine((at) => Date.parse(at) > now().getTime(), 'Choose a time in the future'),
    z.refine((at) => mayEndAt(new Date(at), event, now()), endsTooLate),
  ),
});
