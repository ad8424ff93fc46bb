import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { createClaimLink, type Team } from '#contract/team.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { NameSeatForm } from './name-seat-form.tsx';
import { useTeamCall } from './use-team-call.ts';

/**
 * A free seat: name it or, while links work, invite somebody by link. Its number is in the names of what several open
 * rows have; without `seat`, only what was typed is left.
 */
export function FreePanel({
  team,
  seat,
  onTaken,
}: {
  team: Team;
  seat: number | undefined;
  onTaken: () => void;
}) {
  const id = useId();
  const ofSeat = seat && <span className="sr-only">, seat {seat}</span>;
  return (
    <div className="flex flex-col gap-5 pb-5">
      <section aria-labelledby={`${id}-name`} className="flex flex-col gap-3">
        <h3 id={`${id}-name`} className="text-base">
          Name this seat{ofSeat}
        </h3>
        <NameSeatForm
          team={team}
          label={seat ? `Name a free seat, seat ${seat}` : 'Name a free seat'}
          action={<>Name this seat{ofSeat}</>}
          onNamed={onTaken}
        />
      </section>
      {team.isNamingOpen && (
        <section aria-labelledby={`${id}-invite`} className="flex flex-col gap-3 border-t border-line pt-4">
          <h3 id={`${id}-invite`} className="text-base">
            Or invite someone{ofSeat}
          </h3>
          <p className="text-md text-fg-2">
            A link gives one person this seat: they enter their own details and get their ticket. Enter an
            email address and we will send the link, or leave it blank and share the link yourself.
          </p>
          <InviteForm team={team} ofSeat={ofSeat} onMade={onTaken} />
        </section>
      )}
    </div>
  );
}

const { mailTo, personalLine } = createClaimLink.body.shape;
export const inviteForm = z.object({ mailTo, personalLine });

/** Without an address there is no mail, so the note's field is hidden, and what was typed into it doesn't count. */
export function readInvitation(typed: z.input<typeof inviteForm>): z.input<typeof inviteForm> {
  const address = typed.mailTo?.trim() || null;
  return { mailTo: address, personalLine: address && typed.personalLine };
}

function InviteForm({ team, ofSeat, onMade }: { team: Team; ofSeat: ReactNode; onMade: () => void }) {
  const { transactionId } = team.order;
  // Until a refusal, one link per form, so that a retry makes no second link.
  const [linkId, setLinkId] = useState(() => crypto.randomUUID());
  const action = useTeamCall({
    transactionId,
    run: (typed: z.output<typeof inviteForm>) =>
      call(createClaimLink, { params: { transactionId }, body: { id: linkId, forTeam: false, ...typed } }),
    done: (typed) =>
      typed.mailTo
        ? { title: 'Invitation created', description: `It is on its way to ${typed.mailTo}.` }
        : { title: 'Link created', description: 'Find it in the list, then copy and share it.' },
    onDone: onMade,
    onRefused: () => setLinkId(crypto.randomUUID()),
  });
  const form = useCallForm({
    schema: inviteForm,
    initial: { mailTo: '', personalLine: '' },
    refusal: action.error,
    read: readInvitation,
  });
  const isMailed = Boolean(form.form.watch('mailTo')?.trim());
  return (
    <form
      noValidate
      aria-label="Invite someone"
      onSubmit={form.submit((typed) => !action.isBusy && action.start(typed))}
      className="flex flex-col gap-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <TextField
        label="Their email"
        optional
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('mailTo')}
      />
      {isMailed && (
        <TextField
          label="Personal note"
          optional
          hint="Included in the invitation. Please don’t add links."
          autoComplete="off"
          {...form.field('personalLine')}
        />
      )}
      {action.failure && form.errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        className="self-start"
        busy={action.isBusy}
        busyLabel="Creating"
      >
        {isMailed ? 'Send the invitation' : 'Create a link'}
        {ofSeat}
      </Button>
    </form>
  );
}
