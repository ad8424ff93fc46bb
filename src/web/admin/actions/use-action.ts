import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api.ts';
import { isUnconfirmed, ownSentenceOf } from '../../api-errors.ts';
import { toast } from '../../ui/toast-store.ts';

interface Failure {
  readonly title: string;
  readonly otherwise: string;
}

export interface Action<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** Prefixes of the query keys. */
  refreshes: readonly string[];
  success: (output: Output) => { readonly title: string; readonly description: string };
  /** The toast's title, and its text if the server gave none. */
  failed: Failure;
  /** Where it matters that nobody knows whether it was done, as after a lost response. This text is always said. */
  unconfirmed?: Failure;
  onDone?: (output: Output) => void;
  /**
   * Whether a dialog asks first. The list behind it is refreshed only when the dialog closes, because the dialog would
   * vanish with its row.
   */
  isAsked?: boolean;
  /** Whether the error is only a question that the caller shows instead. */
  isQuestion?: (error: unknown) => boolean;
}

/**
 * An action of staff: makes the call, refreshes what it affects, and reports the result in a toast. `failure` stays until
 * the next try, because a toast disappears.
 */
export function useAction<Input, Output>({
  run,
  refreshes,
  success,
  failed,
  unconfirmed,
  onDone,
  isAsked = false,
  isQuestion = () => false,
}: Action<Input, Output>) {
  const client = useQueryClient();
  const refresh = () => {
    for (const path of refreshes) void client.invalidateQueries({ queryKey: [path] });
  };
  const saidOf = (error: Error) => {
    if (!unconfirmed || !isUnconfirmed(error))
      return { title: failed.title, description: ownSentenceOf(error, failed.otherwise) };
    const { title, otherwise } = unconfirmed;
    return { title, description: `${ownSentenceOf(error, '')} ${otherwise}`.trim() };
  };
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: (output) => {
      toast({ tone: 'ok', ...success(output) });
      onDone?.(output);
      refresh();
    },
    onError: (error) => {
      if (isQuestion(error)) return;
      toast({ tone: 'error', ...saidOf(error) });
      if (!isAsked && makesStale(error)) refresh();
    },
  });
  return {
    start: (input: Input) => mutation.mutate(input),
    isBusy: mutation.isPending,
    /** The input of the call in progress, so that a switch can show it at once. */
    pending: mutation.isPending ? mutation.variables : undefined,
    /** The last call's input. */
    sent: mutation.variables,
    failure: mutation.error ? saidOf(mutation.error).description : null,
    error: mutation.error,
    reset: mutation.reset,
    leave: () => {
      if (makesStale(mutation.error)) refresh();
    },
  };
}

/** Whether somebody else has deleted the order or registration. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && ['order_not_found', 'registration_not_found'].includes(error.code);
}

/** Whether the page shows stale data: somebody else was faster, or the server may have done it all the same. */
function makesStale(error: unknown): boolean {
  if (isUnconfirmed(error)) return true;
  // Stripe has its own message for objects that no longer exist.
  return error instanceof ApiError && ([404, 409].includes(error.status) || error.code === 'stripe_refused');
}
