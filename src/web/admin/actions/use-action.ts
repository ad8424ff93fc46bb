import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { getOrderDetails, getStats, listAttendees, listOrders, listRegistrations } from '#contract/admin.ts';
import { getCapacity } from '#contract/capacity.ts';
import { getCheckInStats, listCheckedIn } from '#contract/check-in.ts';
import { ApiError } from '../../api.ts';
import { toast } from '../../ui/toast-store.ts';

/** All that shows people and orders: whoever changes one of them refreshes every list. */
export const ORDER_LISTS = [
  listOrders.path,
  listRegistrations.path,
  getOrderDetails.path,
  listAttendees.path,
  getStats.path,
  getCapacity.path,
  getCheckInStats.path,
  listCheckedIn.path,
];

/**
 * Something that staff do: makes the call, refreshes what it touches, and says how it went. `failure` stays until
 * the next try, because a toast alone is lost.
 */
export function useAction<Input, Output>({
  run,
  refreshes,
  success,
  failed,
  onDone,
  isAsked = false,
  isQuestion = () => false,
  deletedOrder,
}: {
  run: (input: Input) => Promise<Output>;
  /** First parts of the query keys. */
  refreshes: readonly string[];
  success: (output: Output) => { readonly title: string; readonly description: string };
  /** The toast's title, and what is said when the server gave no sentence. */
  failed: { readonly title: string; readonly otherwise: string };
  onDone?: (output: Output) => void;
  /** A dialog asks for it: what is shown behind is refreshed when that closes, or its failure would go with its row. */
  isAsked?: boolean;
  /** Whether the server only asks back: the caller shows the question in its place, and nothing has failed. */
  isQuestion?: (error: unknown) => boolean;
  /** The order that it deletes. The dialog still shows that order's data then, and must not fetch it again. */
  deletedOrder?: number;
}) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      refreshes.flatMap((path) => [
        client.invalidateQueries({ queryKey: [path], predicate: ({ queryKey }) => !isOf(queryKey) }),
        client.invalidateQueries({
          queryKey: [path],
          predicate: ({ queryKey }) => isOf(queryKey),
          refetchType: 'none',
        }),
      ]),
    );
  const isOf = ([, id]: QueryKey) => deletedOrder !== undefined && id === deletedOrder;
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (output) => {
      toast({ tone: 'ok', ...success(output) });
      onDone?.(output);
      void refresh();
    },
    onError: (error) => {
      if (isQuestion(error)) return;
      toast({ tone: 'error', title: failed.title, description: sentenceOf(error, failed.otherwise) });
      // Somebody else was faster: what is shown is old.
      if (!isAsked && isOvertaken(error)) void refresh();
    },
  });
  return {
    start: (input: Input) => mutation.mutate(input),
    isBusy: mutation.isPending,
    /** What is under way, so that a switch can show it at once. */
    pending: mutation.isPending ? mutation.variables : undefined,
    failure: mutation.error ? sentenceOf(mutation.error, failed.otherwise) : null,
    error: mutation.error,
    reset: mutation.reset,
    leave: () => {
      if (isOvertaken(mutation.error)) void refresh();
    },
  };
}

function isOvertaken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // What is gone at Stripe is refused in its own words.
  return [404, 409].includes(error.status) || error.code === 'stripe_refused';
}

function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.ownSentence) || otherwise;
}
