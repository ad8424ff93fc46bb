import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { event } from '#content/event.ts';
import { listDoorPhones, type PhoneState, revokeDoorInvitation, revokeDoorPhone } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { call, queryOf } from '../../api.ts';
import { polledEvery } from '../../polled-every.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNow } from '../../use-now.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { saidEnd } from '../instant-text.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { isWorking, phoneWords } from './phone-words.ts';

const POLL_MS = 3_000;

const ROLE_NAMES = { steward: 'Steward', supervisor: 'Supervisor' } as const;

type Phones = ParsedOf<typeof listDoorPhones.response>;
type Invitation = Phones['invitations'][number];

/** The volunteers' phones: who has one, its state, and how to invite or revoke one. */
export function DoorPhones({ onClose }: { onClose: () => void }) {
  const [isInviting, setInviting] = useState(false);
  const phones = useQuery({ ...queryOf(listDoorPhones), ...polledEvery(POLL_MS), staleTime: 0 });
  return (
    <Dialog
      onClose={onClose}
      variant="drawer"
      title="Door phones"
      description="Volunteers check people in with their own phones, even offline."
      footer={
        <Button onClick={() => setInviting(true)}>
          <Plus aria-hidden="true" />
          Invite
        </Button>
      }
    >
      <Loaded query={phones} loading="Loading phones" failure="The phones could not be loaded">
        {(found) => <Lists {...found} />}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Dialog>
  );
}

function Lists({ phones, invitations }: Phones) {
  const now = useNow();
  // Above the lists: a phone that moves from one to another doesn't take away the dialog.
  const [askedPhone, setAskedPhone] = useState<PhoneState | null>(null);
  const [askedInvitation, setAskedInvitation] = useState<Invitation | null>(null);
  const working = phones.filter((phone) => isWorking(phone, now));
  const others = phones.filter((phone) => !isWorking(phone, now));
  const open = invitations.filter((one) => isWorking(one, now));
  return (
    <div className="grid gap-6">
      <List title="Active phones" empty={NO_PHONES}>
        {working.map((phone) => (
          <PhoneRow key={phone.id} phone={phone} now={now} onRevoke={() => setAskedPhone(phone)} />
        ))}
      </List>
      <List title="Open invitations">
        {open.map((one) => (
          <InvitationRow key={one.id} invitation={one} onRevoke={() => setAskedInvitation(one)} />
        ))}
      </List>
      <List title="No longer active">
        {others.map((phone) => (
          <PhoneRow key={phone.id} phone={phone} now={now} />
        ))}
      </List>
      {askedPhone && (
        <RevokePhone
          phone={phones.find(({ id }) => id === askedPhone.id) ?? askedPhone}
          canRejoin={open.some((one) => one.id === askedPhone.invitation && one.joined < one.maxPhones)}
          onClose={() => setAskedPhone(null)}
        />
      )}
      {askedInvitation && (
        <RevokeInvitation
          invitation={askedInvitation}
          working={working.filter(({ invitation }) => invitation === askedInvitation.id).length}
          onClose={() => setAskedInvitation(null)}
        />
      )}
    </div>
  );
}

const NO_PHONES = 'None yet. Press Invite to show a code for volunteers to scan with their phones.';

/** Without items: `empty` below the title, or nothing. */
function List({ title, empty, children }: { title: string; empty?: string; children: ReactNode[] }) {
  if (children.length === 0 && !empty) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children.length === 0 && <p className="mt-2 text-md text-fg-2">{empty}</p>}
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </section>
  );
}

/** `onRevoke`: if it works. */
function PhoneRow({ phone, now, onRevoke }: { phone: PhoneState; now: Date; onRevoke?: () => void }) {
  const { tone, state, details } = phoneWords(phone, event.zone, now);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-md">
          <strong>{phone.person}</strong>, {phone.door} <Badge tone={tone}>{state}</Badge>
        </p>
        <p className="text-dense text-fg-2 even-figures">
          {ROLE_NAMES[phone.role]} · {details}
        </p>
      </div>
      {onRevoke && (
        <Button variant="quiet" size="sm" className="min-h-11" onClick={onRevoke}>
          Revoke<span className="sr-only"> the phone of {phone.person}</span>
        </Button>
      )}
    </li>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { role, maxPhones, joined, endsAt, createdBy } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-md">
          <strong>{ROLE_NAMES[role]}</strong>, {joined} of {counted(maxPhones, 'phone')} joined
        </p>
        <p className="text-dense text-fg-2">
          Until {saidEnd(new Date(endsAt))} · by {createdBy}
        </p>
      </div>
      <Button variant="quiet" size="sm" className="min-h-11" onClick={onRevoke}>
        Revoke
        <span className="sr-only">
          {' '}
          the invitation for {counted(maxPhones, 'phone')} by {createdBy}
        </span>
      </Button>
    </li>
  );
}

/** `canRejoin`: its invitation is open and has places left. */
function RevokePhone({
  phone,
  canRejoin,
  onClose,
}: {
  phone: PhoneState;
  canRejoin: boolean;
  onClose: () => void;
}) {
  return (
    <ConfirmAction
      title={`Revoke ${phone.person}’s phone?`}
      confirmLabel="Revoke phone"
      busyLabel="Revoking"
      run={() => call(revokeDoorPhone, { params: { id: phone.id } })}
      refreshes={[listDoorPhones.path]}
      success={() => ({
        title: 'Phone Revoked',
        description: `${phone.person}’s phone can no longer admit anyone.`,
      })}
      failed={{ title: 'Error', otherwise: 'The phone could not be revoked' }}
      onClose={onClose}
    >
      <p>
        The next time it connects, the phone uploads its scans, deletes the list and locks itself. People it
        admits until then do not count. Earlier admissions stay.
      </p>
      {phone.waiting > 0 && (
        <p>
          It last reported {counted(phone.waiting, 'scan')} waiting. Make sure the phone goes online before
          you put it away.
        </p>
      )}
      {canRejoin && (
        <p>
          If it was lost or stolen, revoke the invitation that it joined with, too. Otherwise, another browser
          on it could join with the same code.
        </p>
      )}
    </ConfirmAction>
  );
}

function RevokeInvitation({
  invitation,
  working,
  onClose,
}: {
  invitation: { readonly id: number };
  working: number;
  onClose: () => void;
}) {
  return (
    <ConfirmAction
      title="Revoke this invitation?"
      confirmLabel="Revoke invitation"
      busyLabel="Revoking"
      run={() => call(revokeDoorInvitation, { params: { id: String(invitation.id) } })}
      refreshes={[listDoorPhones.path]}
      success={() => ({ title: 'Invitation Revoked', description: 'No one can join with its code anymore.' })}
      failed={{ title: 'Error', otherwise: 'The invitation could not be revoked' }}
      onClose={onClose}
    >
      <p>
        No one can join with its code or link anymore.{' '}
        {working > 0 &&
          `${working === 1 ? 'The phone that joined with it keeps' : `The ${working} phones that joined with it keep`} working.`}
      </p>
    </ConfirmAction>
  );
}
