import { type FormEvent, useState } from 'react';
import { event } from '#content/event.ts';
import { counted } from '#contract/words/counted.ts';
import { door as doorMissing, person as personMissing } from '#contract/words/door-fields.ts';
import { ApiError } from '../../api.ts';
import { localStore } from '../../storage.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type DoorState, StillWaiting } from '../engine/door-engine.ts';
import { VOLUNTEER } from '../engine/keep-contact.ts';
import { FullPage } from './full-page.tsx';
import { HomeScreenTip } from './home-screen-tip.tsx';
import { ScanInvitation } from './scan-invitation.tsx';
import { BigButton, type DoorProps } from './screen.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

const SENT_AFTERWARD = 'Once this phone has joined, it sends the waiting scans.';
const { doors } = event.venue;

/** Asks for the volunteer's name and door. Without an invitation, offers to scan one. */
export function JoinScreen({
  engine,
  state,
  invitation,
  isKnown,
  onInvitation,
  onDone,
}: DoorProps & {
  invitation: string | null;
  /** Whether this phone has already joined with it. */
  isKnown: boolean;
  /** Called with the invitation that was scanned. */
  onInvitation: (invitation: string) => void;
  /** Called when the phone has joined or kept its identity. */
  onDone: () => void;
}) {
  const [person, setPerson] = useState(() => localStore.get(VOLUNTEER) ?? '');
  const [door, setDoor] = useState(doors.length === 1 ? doors[0]! : '');
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!invitation) return <NoInvitation waiting={state.waiting} onInvitation={onInvitation} />;
  // It would join, and use up a place of the invitation, but the next call would not know it.
  if (navigator.cookieEnabled === false) return <NoCookies />;
  const before = state.phone;

  const join = async (submit: FormEvent) => {
    submit.preventDefault();
    setTried(true);
    if (isBusy) return;
    if (!person.trim() || !door) {
      document.getElementById(person.trim() ? 'door' : 'person')?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    try {
      localStore.set(VOLUNTEER, person.trim());
      await engine.join(invitation, person.trim(), door);
      onDone();
    } catch (error) {
      setBusy(false);
      setProblem(problemOf(error));
    }
  };
  return (
    <FullPage title={before ? 'Join again?' : 'Help at the door'}>
      {before ? (
        <p>
          This phone checks people in as{' '}
          <b>
            {before.person}, {before.door}
          </b>
          .{' '}
          {isKnown
            ? 'It has already joined with this invitation. Join again to change the name or the door, or stay as you are.'
            : 'Join again with the new invitation, or stay as you are.'}
          {state.waiting > 0 && ` ${before.person}’s ${counted(state.waiting, 'scan')} will be sent first.`}
        </p>
      ) : (
        <p className="text-fg-2">{event.name}. This phone will scan tickets, even offline.</p>
      )}
      {!before && <WaitingNotice waiting={state.waiting}>{SENT_AFTERWARD}</WaitingNotice>}
      <StorageNotice storage={state.storage} />
      <form onSubmit={join} noValidate className="grid gap-6">
        <TextField
          id="person"
          label="Your first name"
          error={isTried && !person.trim() ? personMissing : undefined}
          value={person}
          onChange={(change) => setPerson(change.target.value)}
          autoComplete="given-name"
          enterKeyHint="next"
          maxLength={60}
          inputClassName="h-14!"
        />
        <RadioCards
          id="door"
          name="door"
          legend="Your door"
          error={isTried && !door ? doorMissing : undefined}
          options={doors.map((one) => ({ value: one, label: one }))}
          value={door}
          onChange={(change) => setDoor(change.target.value)}
        />
        {problem && (
          <Notice tone="error" title="This phone has not joined">
            {problem}
          </Notice>
        )}
        <BigButton type="submit" variant="beacon" busy={isBusy} busyLabel="Joining">
          {before ? `Join as ${person.trim() || '…'}` : 'Join'}
        </BigButton>
        {before && (
          <Button variant="secondary" size="lg" className="w-full" disabled={isBusy} onClick={onDone}>
            Stay as {before.person}
          </Button>
        )}
      </form>
      {!before && <HomeScreenTip hasJoined={false} />}
    </FullPage>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence;
  return error instanceof StillWaiting
    ? 'Some scans could not be sent yet. They are safe on this phone. Try again when it is online.'
    : 'This did not work. Please try again.';
}

function NoCookies() {
  return (
    <FullPage title="This browser blocks cookies">
      <p>
        The phone needs a cookie to stay joined. Allow cookies for this site in the browser’s settings, then
        scan the invitation again.
      </p>
    </FullPage>
  );
}

function NoInvitation({
  waiting,
  onInvitation,
}: Pick<DoorState, 'waiting'> & { onInvitation: (invitation: string) => void }) {
  return (
    <FullPage title="Scan an invitation first">
      <p>
        Ask staff for the code under <b>Check-In → Door phones → Invite</b>.
      </p>
      <ScanInvitation onInvitation={onInvitation} />
      {waiting > 0 ? (
        <WaitingNotice waiting={waiting}>{SENT_AFTERWARD}</WaitingNotice>
      ) : (
        <p className="text-fg-2">
          If this phone joined earlier, its browser has since deleted the data, or this app on the home screen
          can’t read it. A new invitation brings the list back.
        </p>
      )}
    </FullPage>
  );
}
