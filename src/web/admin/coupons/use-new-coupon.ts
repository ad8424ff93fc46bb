import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useCallForm } from '../../use-call-form.ts';
import { useAction } from '../actions/use-action.ts';

/** The form for a new coupon of either kind, and the action that creates it. */
export function useNewCoupon<Typed extends FieldValues, Body>({
  create,
  list,
  onClose,
  ...form
}: {
  create: (body: Body) => Promise<unknown>;
  /** The path of the list that shows it. */
  list: string;
  schema: z.ZodMiniType<Body>;
  initial: Typed;
  read: (typed: Typed) => unknown;
  onClose: () => void;
}) {
  const action = useAction({
    run: create,
    refreshes: [list],
    success: () => ({ title: 'Success', description: 'Coupon created successfully.' }),
    failed: { title: 'Error', otherwise: 'Failed to create coupon' },
    onDone: onClose,
  });
  return { action, form: useCallForm({ ...form, refusal: action.error }) };
}
