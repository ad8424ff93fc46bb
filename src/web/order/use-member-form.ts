import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { addAttendee, type Order, type Registration } from '#contract/orders.ts';
import { ApiError, call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';

type MemberInput = z.input<typeof addAttendee.body>;
type Member = z.output<typeof addAttendee.body>;

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;
type MemberField = (typeof FIELDS)[number];

const REQUIRED = ['firstName', 'lastName', 'email'] as const;
const BLANK = { firstName: '', lastName: '', email: '', track: '' as const, dietaryRestrictions: '' };
const FAILED = 'Failed to add team member. Please try again.';

/** The form that adds a team member to `order`; it is blank again only once the server has taken one. */
export function useMemberForm(order: Order, onAdded: (added: Registration) => void) {
  const form = useForm<MemberInput, unknown, Member>({
    resolver: zodResolver(addAttendee.body),
    defaultValues: BLANK,
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [lastAdded, setLastAdded] = useState<Registration | null>(null);

  // Reset fields can take the focus only once they are drawn anew.
  const { setFocus } = form;
  useEffect(() => {
    if (lastAdded) setFocus('firstName');
  }, [lastAdded, setFocus]);

  const add = async (member: Member) => {
    setFailure(null);
    setIsAsked(false);
    try {
      take(await sendMember(order, member));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'same_person') setIsAsked(true);
      else fail(error);
    }
  };

  const fail = (error: unknown) => {
    const { ownSentence, fields } =
      error instanceof ApiError ? error : { ownSentence: null, fields: {} as ApiError['fields'] };
    const sentence = ownSentence ?? FAILED;
    setFailure(sentence);
    setTries((before) => before + 1);
    for (const name of FIELDS) {
      if (fields[name]) form.setError(name, { message: fields[name] });
    }
    toast({ tone: 'error', title: 'Error Adding Attendee', description: sentence });
  };

  const take = (outcome: Registration) => {
    form.reset(BLANK);
    setTries(0);
    setLastAdded(outcome);
    onAdded(outcome);
    toast({
      tone: 'ok',
      title: 'Attendee Added',
      description: 'Team member has been successfully added to your registration.',
    });
  };

  const refuse = (found: FieldErrors<MemberInput>) => {
    setTries((before) => before + 1);
    if (REQUIRED.every((name) => !found[name] || form.getValues(name).trim())) return;
    toast({
      tone: 'error',
      title: 'Missing Information',
      description: 'Please fill in all required fields (name and email).',
    });
  };

  return {
    submit: form.handleSubmit(add, refuse),
    /** Whether somebody of this name and address is in the order, so that it must be said that this is another person. */
    isAsked,
    submitSecondPerson: form.handleSubmit((member) => add({ ...member, isSecondPerson: true }), refuse),
    /** Everything a field component takes but its label. */
    field: (name: MemberField) => ({
      ...form.register(name),
      id: fieldId(name),
      error: errors[name]?.message,
    }),
    errors: FIELDS.flatMap((name) => {
      const message = errors[name]?.message;
      return message ? [{ fieldId: fieldId(name), message }] : [];
    }),
    tries,
    failure,
    lastAdded,
    isSubmitting,
  };
}

function sendMember(order: Order, member: Member): Promise<Registration> {
  return call(addAttendee, {
    params: { orderId: order.transactionId },
    body: { ...member, orderId: order.id, isOrganizer: false },
  });
}

function fieldId(name: MemberField): string {
  return `member-${name}`;
}
