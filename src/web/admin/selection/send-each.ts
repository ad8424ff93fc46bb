import { ApiError } from '../../api.ts';
import { isUnconfirmed, ownSentenceOf } from '../../api-errors.ts';
import { isGone } from '../actions/use-action.ts';
import type { SelectedRows } from '../lists/use-selection.ts';

export interface SendReport {
  readonly sent: number;
  /** Rows that somebody else has deleted. */
  readonly gone: SelectedRows;
  /** Rows whose mail was refused, unconfirmed, or not tried, and why. */
  readonly failures: readonly { readonly id: number; readonly name: string; readonly reason: string }[];
  /** The session has expired. */
  readonly signedOut: ApiError | null;
}

/**
 * Sends the rows' mails in sequence. A refusal doesn't stop the others, unless the session has expired; nor does an error,
 * unless the server is unreachable, because each of the others might take as long to fail. What wasn't tried is among the
 * failures. `onProgress` gets the number done.
 */
export async function sendEach(
  rows: SelectedRows,
  send: (id: number) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<SendReport> {
  const gone = new Map<number, string>();
  const failures: SendReport['failures'][number][] = [];
  let signedOut: ApiError | null = null;
  let isLost = false;
  let done = 0;
  for (const [id, name] of rows) {
    if (isLost) {
      failures.push({ id, name, reason: 'Not tried yet.' });
      continue;
    }
    try {
      if (signedOut) throw signedOut;
      await send(id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) signedOut = error;
      isLost = error instanceof ApiError && error.code === 'unreachable';
      if (isGone(error)) gone.set(id, name);
      else failures.push({ id, name, reason: reasonOf(error) });
    }
    done += 1;
    onProgress(done);
  }
  return { sent: rows.size - gone.size - failures.length, gone, failures, signedOut };
}

function reasonOf(error: unknown): string {
  const reason = ownSentenceOf(error, 'The server did not respond.');
  return isUnconfirmed(error) ? `${reason} It may have been sent.` : reason;
}

/** `Ada Sample is no longer in the list.` Blank if none is gone. */
export function goneWords(gone: SelectedRows): string {
  if (gone.size === 0) return '';
  const names = new Intl.ListFormat('en-US').format(gone.values());
  return `${names} ${gone.size === 1 ? 'is' : 'are'} no longer in the list.`;
}
