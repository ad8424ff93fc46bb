import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Team } from '#contract/team.ts';
import { ApiError } from '../../api.ts';
import { isUnconfirmed, ownSentenceOf } from '../../api-errors.ts';
import { toast } from '../../ui/toast-store.ts';
import { ordersKey, teamQuery } from '../order-queries.ts';

const FAILED = 'That was not saved. Please try again.';
const UNSURE = 'It may have been saved. Look at your team before you try again.';

/**
 * A call that changes the team and returns it. The page shows the response at once; after a refusal it refetches the
 * team, because somebody else may have been faster, and after a lost response, because the change may have been made.
 */
export function useTeamCall<Input = void>({
  transactionId,
  run,
  done,
  isQuestion = () => false,
  onDone,
  onRefused,
}: {
  transactionId: string;
  run: (input: Input) => Promise<Team>;
  /** The toast after a success. */
  done: (input: Input) => { readonly title: string; readonly description: string };
  /** Whether the refusal is only a question that the caller shows. */
  isQuestion?: (error: unknown) => boolean;
  onDone: (input: Input) => void;
  onRefused?: () => void;
}) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: run,
    // One at a time, because the page shows the team as the last response has it.
    scope: { id: transactionId },
    onSuccess: async (team, input) => {
      const { queryKey } = teamQuery(transactionId);
      // The response is newer than that of any call still on its way.
      await client.cancelQueries({ queryKey });
      onDone(input);
      client.setQueryData(queryKey, team);
      toast({ tone: 'ok', ...done(input) });
      void client.invalidateQueries({ queryKey: ordersKey, refetchType: 'none' });
    },
    onError: (error) => {
      if (isQuestion(error)) return;
      const isRefused = error instanceof ApiError && [403, 404, 409].includes(error.status);
      if (!isRefused && !isUnconfirmed(error)) return;
      // The form that shows the sentence may be gone with its seat.
      toast({
        tone: 'error',
        title: isRefused ? 'Not saved' : 'Not confirmed',
        description: failureSentence(error),
      });
      if (isRefused) onRefused?.();
      void client.invalidateQueries({ queryKey: ordersKey });
    },
  });
  return {
    start: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error,
    /** The last call's input. */
    sent: mutation.variables,
    failure: mutation.error ? failureSentence(mutation.error) : null,
    isUnsure: isUnconfirmed(mutation.error),
  };
}

/** The sentence for the buyer; `otherwise` if the refusal has none. */
export function failureSentence(error: unknown, otherwise = FAILED): string {
  return isUnconfirmed(error)
    ? `${ownSentenceOf(error, '')} ${UNSURE}`.trim()
    : ownSentenceOf(error, otherwise);
}
