import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { emailOrderAgain, type Order } from '#contract/orders.ts';
import { call } from '../api.ts';
import { ownSentenceOf } from '../api-errors.ts';
import { Button } from '../ui/button.tsx';

const FAILED = "The email wasn't sent. Please try again.";

/** Sends the buyer the confirmation again, and shows the result in place. */
export function EmailAgain({ order }: { order: Order }) {
  const sending = useMutation({
    mutationFn: () => call(emailOrderAgain, { params: { transactionId: order.transactionId } }),
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={sending.isPending}
        busyLabel="Sending"
        onClick={() => sending.mutate()}
      >
        <Mail aria-hidden="true" />
        Resend email
      </Button>
      <p role="status" className="basis-full text-md wrap-anywhere empty:hidden">
        {sending.data && `Sent to ${sending.data.sentTo}.`}
        {sending.error && ownSentenceOf(sending.error, FAILED)}
      </p>
    </>
  );
}
