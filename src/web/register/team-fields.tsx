import { TRACKS } from '#domain/packages.ts';
import { Fieldset } from '../ui/fieldset.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TRACK_WORDS } from './details-fields.tsx';
import { EmailField } from './email-field.tsx';
import { findTwin } from './find-twin.ts';
import { useForm, useFormField } from './form-field.ts';

/** Who sits on the other seats, now or later. Rows that stay blank are seats without a name yet. */
export function TeamFields({ seats }: { seats: number }) {
  const timing = useFormField('teamTiming');
  return (
    <Fieldset legend="Your team" hint={`Your package has ${seats} seats; the first one is yours.`}>
      <RadioCards
        {...timing}
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
      {timing.value === 'now' && (
        <ol className="mt-5 flex flex-col gap-4">
          <LeaderRow />
          {Array.from({ length: seats - 1 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place in the list
            <MemberRow key={row} row={row} />
          ))}
        </ol>
      )}
    </Fieldset>
  );
}

/** Copied from the fields above as they are typed. */
function LeaderRow() {
  const { firstName, lastName, email, track } = useForm().values;
  const name = `${firstName} ${lastName}`.trim();
  const rest = [email.trim(), track && TRACK_WORDS[track].label].filter(Boolean).join(' · ');
  return (
    <li className="rounded-card bg-sunken px-5 py-4">
      <p className="text-dense font-semibold text-accent">Member 1 · you, the leader</p>
      <p className="mt-1 font-semibold">{name || 'Your name, from above'}</p>
      <p className="text-md text-fg-2">{rest || 'Filled in as you type your details.'}</p>
    </li>
  );
}

function MemberRow({ row }: { row: number }) {
  const firstName = useFormField(`others.${row}.firstName`);
  const lastName = useFormField(`others.${row}.lastName`);
  const track = useFormField(`others.${row}.track`);
  const section = `section-m${row + 1}`;
  const twin = findTwin(useForm().values, row);
  return (
    <li className="rounded-card border-[1.5px] border-line bg-surface p-5">
      <Fieldset legend={`Member ${row + 2}`} legendStyle="label">
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField
            {...firstName}
            label="First name"
            autoComplete={`${section} given-name`}
            enterKeyHint="next"
          />
          <TextField
            {...lastName}
            label="Last name"
            autoComplete={`${section} family-name`}
            enterKeyHint="next"
          />
          <EmailField name={`others.${row}.email`} label="Email" autoComplete={`${section} email`} />
          <SelectField
            {...track}
            label="Track"
            optional
            emptyLabel="Choose later"
            options={TRACKS.map((value) => ({ value, label: TRACK_WORDS[value].label }))}
          />
        </div>
        <p role="status" className="font-semibold text-warn not-empty:mt-3">
          {twin && `Is this a second person? Member ${twin} has the same name and email.`}
        </p>
      </Fieldset>
    </li>
  );
}
