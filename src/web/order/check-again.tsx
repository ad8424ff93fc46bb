import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getOrderAfterPayment, type Order, type OrderWithRegistrations } from '#contract/orders.ts';
import { call, sentenceOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { unpaidOrderQuery } from './order-queries.ts';

/**
 * Reads a pending order again, and what is left to pay of it, after asking the provider, which most pages don't do
 * themselves. `query` is the page's. Not shown as busy while the page itself polls.
 */
export function CheckAgain({
  order: { transactionId },
  query,
}: {
  order: Pick<Order, 'transactionId'>;
  query: UseQueryResult<OrderWithRegistrations>;
}) {
  const client = useQueryClient();
  const [failedAt, setFailedAt] = useState(0);
  const checking = useMutation({
    mutationFn: async () => {
      await call(getOrderAfterPayment, { params: { id: transactionId } });
      await query.refetch({ throwOnError: true });
      await client.invalidateQueries({ queryKey: unpaidOrderQuery(transactionId).queryKey });
    },
    onError: () => setFailedAt(Date.now()),
  });
  // Not once the page has read the order again by itself, as it does when the buyer comes back from the bank's app.
  const isShown = failedAt >= query.dataUpdatedAt;
  return (
    <>
      <Button busy={checking.isPending} busyLabel="Checking" onClick={() => checking.mutate()}>
        Check again
      </Button>
      {checking.error && isShown && (
        <p role="alert" className="mt-2 font-semibold text-error">
          {sentenceOf(checking.error)}
        </p>
      )}
    </>
  );
}
