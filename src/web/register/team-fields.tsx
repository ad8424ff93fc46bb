import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { TeamFormProvider } from '../team/team-form.ts';
import { TeamRoster } from '../team/team-roster.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useForm, useFormField } from './form-field.ts';

/** The people on the other seats, named now or later. Blank rows remain unnamed seats. */
export function TeamFields({ seats }: { seats: number }) {
  const field = useFormField();
  const form = useForm();
  const { values } = form;
  return (
    <Fieldset legend="Your team" hint={`Your package has ${seats} seats; the first one is yours.`}>
      <RadioCards
        {...field('teamTiming')}
        legend="When do you want to name the others?"
        columns={2}
        options={[
          {
            value: 'later',
            label: 'Add details later',
            description: 'From your confirmation page, until the event.',
          },
          {
            value: 'now',
            label: 'Add team member details now',
            description: 'Each gets a ticket by email. Leave rows blank for later.',
          },
        ]}
      />
      {values.teamTiming === 'now' && (
        <TeamFormProvider
          value={{
            ...form,
            seated: [values],
            rows: values.others.slice(0, seats - 1),
            list: values.pastedList ?? '',
          }}
        >
          <TeamRoster leader={<LeaderRow />} />
        </TeamFormProvider>
      )}
    </Fieldset>
  );
}

/** The first seat, which belongs to the person who registers: mirrors the fields above. */
function LeaderRow() {
  const { values } = useForm();
  const { email, track } = values;
  const name = fullName(values).trim();
  const rest = [email.trim(), track && TRACK_NAMES[track]].filter(Boolean).join(' · ');
  return (
    <li className="seat">
      <span className="shrink-0">
        <span className="narrow">Seat </span>1<span className="narrow"> ·</span>
      </span>
      <span className="col-span-4 flex min-w-0 gap-2">
        <span className="min-w-0 truncate font-semibold">{name || 'Your name, from above'}</span>
        <span className="shrink-0 text-fg-2">you, the leader</span>
        <span className="wide min-w-0 truncate text-fg-2">{rest}</span>
      </span>
    </li>
  );
}
