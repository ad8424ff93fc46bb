import { useState } from 'react';
import { type AdminOrder, correctBuyerEmail } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { ORDER_LISTS } from './order-queries.ts';

type Order = Pick<AdminOrder, 'id' | 'organizerEmail'>;

/** Corrects the order's email address; tickets have their own. */
export function BuyerEmail({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" className="mt-3" onClick={() => setOpen(true)}>
        Correct the order’s email
      </Button>
      {isOpen && <EmailDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

function EmailDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { seen, follow } = useSeen(order.organizerEmail);
  const action = useAction({
    run: (body: ParsedOf<typeof correctBuyerEmail.body>) =>
      call(correctBuyerEmail, { params: { id: String(order.id) }, body }),
    refreshes: ORDER_LISTS,
    success: ({ email }) => ({
      title: 'Email Corrected',
      description: `The order’s emails now go to ${email}.`,
    }),
    failed: { title: 'Not Corrected', otherwise: 'Failed to correct the email' },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: correctBuyerEmail.body,
    initial: { email: seen, seen },
    follows: true,
    fields: ['email'],
    refusal: action.error,
  });
  follow(form, action.error);
  return (
    <FormDialog title="Correct the order’s email" form={form} action={action} onClose={onClose}>
      <TextField
        label="Email"
        hint="Receipts and reminders go to this address. For a paid order, the confirmation is sent to it again. To correct a ticket’s address, use Attendees."
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
    </FormDialog>
  );
}
