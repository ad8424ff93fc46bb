import { ownSentenceOf } from '../../api-errors.ts';
import type { SelectedRows } from '../lists/use-selection.ts';

export interface SendReport {
  readonly sent: number;
  /** Rows whose mail was refused, and why. */
  readonly failures: readonly { readonly id: number; readonly name: string; readonly reason: string }[];
}

/** Sends the rows' mails in sequence. A refusal doesn't stop the others. `onProgress` gets the number done. */
export async function sendEach(
  rows: SelectedRows,
  send: (id: number) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<SendReport> {
  const failures: SendReport['failures'][number][] = [];
  let done = 0;
  for (const [id, name] of rows) {
    try {
      await send(id);
    } catch (error) {
      failures.push({ id, name, reason: ownSentenceOf(error, 'The server did not respond.') });
    }
    done += 1;
    onProgress(done);
  }
  return { sent: done - failures.length, failures };
}
