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
  const [lastAdded, setLastAdded] = useState<Registration | null>(null);

  // Reset fields can take the focus only once they are drawn anew.
  const { setFocus } = form;
  useEffect(() => {
    if (lastAdded) setFocus('firstName');
  }, [lastAdded, setFocus]);

  const add = async (member: Member) => {
    setFailure(null);
    const outcome = await sendMember(order, member);
    if (outcome instanceof ApiError) {
      const sentence = outcome.sentence || FAILED;
      setFailure(sentence);
      setTries((before) => before + 1);
      for (const name of FIELDS) {
        if (outcome.fields[name]) form.setError(name, { message: outcome.fields[name] });
      }
      toast({ tone: 'error', title: 'Error Adding Attendee', description: sentence });
      return;
    }
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

async function sendMember(order: Order, member: Member): Promise<Registration | ApiError> {
  try {
    return await call(addAttendee, {
      params: { orderId: order.transactionId },
      body: { ...member, orderId: order.id, isOrganizer: false },
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function fieldId(name: MemberField): string {
  return `member-${name}`;
}
