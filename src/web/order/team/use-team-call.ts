import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Team } from '#contract/team.ts';
import { ApiError } from '../../api.ts';
import { ownSentenceOf } from '../../api-errors.ts';
import { toast } from '../../ui/toast-store.ts';
import { ordersKey, teamQuery } from '../order-queries.ts';

const FAILED = 'That was not saved. Please try again.';

/**
 * A call that changes the team and returns it. The page shows the response at once; after a refusal it refetches the
 * team, because somebody else may have been faster.
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
    onSuccess: (team, input) => {
      onDone(input);
      client.setQueryData(teamQuery(transactionId).queryKey, team);
      toast({ tone: 'ok', ...done(input) });
      void client.invalidateQueries({ queryKey: ordersKey, refetchType: 'none' });
    },
    onError: (error) => {
      if (isQuestion(error)) return;
      if (error instanceof ApiError && [403, 404, 409].includes(error.status)) {
        // The form that shows the sentence may be gone with its seat.
        toast({ tone: 'error', title: 'Not saved', description: ownSentenceOf(error, FAILED) });
        onRefused?.();
        void client.invalidateQueries({ queryKey: teamQuery(transactionId).queryKey });
      }
    },
  });
  return {
    start: mutation.mutate,
    isBusy: mutation.isPending,
    error: mutation.error,
    failure: mutation.error ? ownSentenceOf(mutation.error, FAILED) : null,
  };
}
