import { TeamFormProvider } from '../team/team-form.ts';
import { TeamRoster } from '../team/team-roster.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { useForm, useFormField } from './form-field.ts';
import { LeaderRow } from './leader-row.tsx';

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
        <TeamFormProvider value={{ ...form, seated: [values], rows: values.others.slice(0, seats - 1) }}>
          <TeamRoster leader={<LeaderRow />} />
        </TeamFormProvider>
      )}
    </Fieldset>
  );
}
