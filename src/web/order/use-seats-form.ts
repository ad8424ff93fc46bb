import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { addAttendee, type OrderWithRegistrations, type Registration } from '#contract/orders.ts';
import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { call } from '../api.ts';
import { asksForSecond, isUnconfirmed } from '../api-errors.ts';
import { blankMember, isBlankMember, type MemberValues } from '../team/member-values.ts';
import { type TeamForm, withRowField } from '../team/team-form.ts';
import { toast } from '../ui/toast-store.ts';
import { checkRows, type ReadyRow, type SeatProblem } from './check-rows.ts';
import { fitRows } from './fit-rows.ts';
import { EVENT_OVER, isEventPast } from './is-event-past.ts';
import { confirmationQuery, ordersKey } from './order-queries.ts';
import { seatsOfOrder, seatsToName, withRegistration } from './seats.ts';
import { failureSentence } from './team/use-team-call.ts';

const FAILED = 'Failed to add team member. Please try again.';

/** The result of the last try. People without a seat stay in the form. */
interface Outcome {
  readonly added: readonly Registration[];
  readonly failures: readonly { readonly name: string; readonly sentence: string }[];
  /** The order already has people with these names and addresses, so the buyer must confirm that these are others. */
  readonly asked: readonly ReadyRow[];
}

const NOTHING: Outcome = { added: [], failures: [], asked: [] };

/** The form that names an order's open seats; a row stays until the server has accepted its person. */
export function useSeatsForm(data: OrderWithRegistrations) {
  const { order, registrations } = data;
  const client = useQueryClient();
  const [list, setList] = useState('');
  const [typed, setTyped] = useState<readonly MemberValues[]>([]);
  const [failed, setFailed] = useState<{ attempt: number; problems: readonly SeatProblem[] }>({
    attempt: 0,
    problems: [],
  });
  const [outcome, setOutcome] = useState(NOTHING);
  const [isSending, setSending] = useState(false);
  const seated = seatsOfOrder(order, registrations).flatMap(({ registration }) => registration ?? []);
  const open = seatsToName(data);
  const fitOpen = (rows: readonly MemberValues[]) => fitRows(rows, open, isBlankMember, blankMember);
  const rows = fitOpen(typed);
  const { ready, problems } = checkRows({ seated, rows, list }, order);

  const team: TeamForm = {
    seated,
    rows,
    list,
    noteOf: (row) =>
      row < open ? undefined : isEventPast() ? EVENT_OVER : 'No free seat left for this person',
    // Only errors of the last attempt, and only while they persist.
    errorOf: (field) =>
      failed.problems.some((one) => one.field === field)
        ? problems.find((one) => one.field === field)?.message
        : undefined,
    change: (field, value) => {
      if (field === 'pastedList') return setList(value);
      setTyped((before) => withRowField(fitOpen(before), field, value));
      // The row may be a different person by now.
      setOutcome((before) => ({ ...before, asked: [] }));
    },
    leave: () => undefined,
  };

  const send = async (people: readonly ReadyRow[], isSecondPerson?: true) => {
    setSending(true);
    setOutcome(NOTHING);
    const added: Registration[] = [];
    const failures: Outcome['failures'][number][] = [];
    const asked: ReadyRow[] = [];
    for (const [index, row] of people.entries()) {
      try {
        const one = await call(addAttendee, {
          params: { orderId: order.transactionId },
          body: { ...row.member, isSecondPerson },
        });
        added.push(one);
        setTyped((before) => before.filter((each) => each !== row.typed));
        client.setQueryData(
          confirmationQuery(order.transactionId).queryKey,
          (before) => before && withRegistration(before, one),
        );
      } catch (error) {
        // Each of the others might take as long to fail. They stay in the form.
        const isLost = isUnconfirmed(error);
        const sentence = `${failureSentence(error, FAILED)}${isLost ? unsentWords(people.length - index - 1) : ''}`;
        if (asksForSecond(error)) asked.push(row);
        else failures.push({ name: fullName(row.typed).trim(), sentence });
        if (isLost) break;
      }
    }
    // Colleagues may have changed the order, and somebody whose response was lost may have a seat. The outcome waits for
    // it: its sentence, which screen readers announce, has the number of open seats.
    await client.invalidateQueries({ queryKey: ordersKey });
    setOutcome({ added, failures, asked });
    setSending(false);
    report(added.length, failures[0]?.sentence);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setFailed(({ attempt }) => ({ attempt: attempt + 1, problems }));
    if (problems.length === 0) {
      // A field in which Enter was pressed is about to be disabled: the focus would be lost with it.
      event.nativeEvent.submitter?.focus();
      void send(ready);
    } else if (problems.some((one) => one.isMissing)) {
      toast({
        tone: 'error',
        title: 'Missing Information',
        description: 'Please fill in all required fields (name and email).',
      });
    }
  };

  return {
    team,
    count: rows.filter((row) => !isBlankMember(row)).length,
    open,
    submit,
    submitSecondPeople: () => send(outcome.asked, true),
    errors: failed.problems.map(({ field, inSummary }) => ({ fieldId: field, message: inSummary })),
    attempt: failed.attempt,
    outcome,
    isSending,
  };
}

function unsentWords(count: number): string {
  if (count === 0) return '';
  return ` ${counted(count, 'other person was', 'other people were')} not added yet. They are still in the form.`;
}

function report(added: number, failure: string | undefined) {
  if (failure) toast({ tone: 'error', title: 'Error Adding Attendee', description: failure });
  else if (added > 0) {
    toast({
      tone: 'ok',
      title: 'Attendee Added',
      description:
        added === 1
          ? 'Team member has been successfully added to your registration.'
          : `${added} team members have been successfully added to your registration.`,
    });
  }
}
