import { useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type * as z from 'zod/mini';
import { addAttendee, type Order, type Registration } from '#contract/orders.ts';
import { ApiError, call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { useCallForm } from '../use-call-form.ts';

type MemberInput = z.input<typeof addAttendee.body>;
type Member = z.output<typeof addAttendee.body>;

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

const REQUIRED = ['firstName', 'lastName', 'email'] as const;
const BLANK = { firstName: '', lastName: '', email: '', track: '' as const, dietaryRestrictions: '' };
const FAILED = 'Failed to add team member. Please try again.';

/** The form that adds a team member to `order`; it is reset only once the server has accepted one. */
export function useMemberForm(order: Order, onAdded: (added: Registration) => void) {
  const [refusal, setRefusal] = useState<unknown>(null);
  const { form, field, errors, attempt, submit } = useCallForm({
    schema: addAttendee.body,
    initial: BLANK,
    fields: FIELDS,
    refusal,
  });
  const [lastAdded, setLastAdded] = useState<Registration | null>(null);

  // Reset fields can take the focus only after the next render.
  const { setFocus } = form;
  useEffect(() => {
    if (lastAdded) setFocus('firstName');
  }, [lastAdded, setFocus]);

  const add = async (member: Member) => {
    setRefusal(null);
    try {
      take(await sendMember(order, member));
    } catch (error) {
      setRefusal(error);
      if (!isSecond(error))
        toast({ tone: 'error', title: 'Error Adding Attendee', description: sentenceOf(error) });
    }
  };

  const take = (outcome: Registration) => {
    form.reset(BLANK);
    setLastAdded(outcome);
    onAdded(outcome);
    toast({
      tone: 'ok',
      title: 'Attendee Added',
      description: 'Team member has been successfully added to your registration.',
    });
  };

  const refuse = (found: FieldErrors<MemberInput>) => {
    if (REQUIRED.every((name) => !found[name] || form.getValues(name).trim())) return;
    toast({
      tone: 'error',
      title: 'Missing Information',
      description: 'Please fill in all required fields (name and email).',
    });
  };

  return {
    submit: submit(add, refuse),
    /** Somebody with this name and address is in the order, so the buyer must confirm that this is another person. */
    isAsked: isSecond(refusal),
    submitSecondPerson: submit((member) => add({ ...member, isSecondPerson: true }), refuse),
    field,
    errors,
    attempt,
    failure: refusal === null || isSecond(refusal) ? null : sentenceOf(refusal),
    lastAdded,
    isSubmitting: form.formState.isSubmitting,
  };
}

function isSecond(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'same_person';
}

function sentenceOf(error: unknown): string {
  return (error instanceof ApiError && error.ownSentence) || FAILED;
}

function sendMember(order: Order, member: Member): Promise<Registration> {
  return call(addAttendee, {
    params: { orderId: order.transactionId },
    body: { ...member, orderId: order.id, isOrganizer: false },
  });
}
