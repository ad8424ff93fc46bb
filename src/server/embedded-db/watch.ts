import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresRefusal, LastingRefusal } from './refusal.ts';

const LOOK_MS = 1_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** After ten minutes of running, earlier failures no longer count. */
const LOOKS_UNTIL_WELL = 600;

interface Watched {
  isRunning(): Promise<boolean>;
  /** Rejects if the database can't be started. */
  startAgain(): Promise<void>;
  readonly log: { warn(message: string): void };
  readonly signal: AbortSignal;
  readonly pause?: typeof pauseUnlessAborted;
}

/**
 * Restarts the database whenever it has ended, until `signal` aborts. Rejects after five tries that failed or didn't
 * last, with growing pauses between them; at once after a LastingRefusal.
 */
export async function keepRunning(watched: Watched): Promise<void> {
  const { isRunning, startAgain, log, signal, pause = pauseUnlessAborted } = watched;
  let tries = 0;
  let looks = 0;
  for (;;) {
    await pause(LOOK_MS, signal);
    if (signal.aborted) return;
    if (await isRunning()) {
      looks += 1;
      if (looks === LOOKS_UNTIL_WELL) tries = 0;
      continue;
    }
    if (tries === TRIES) throw new EmbeddedPostgresRefusal(`it stopped, and ${TRIES} restarts failed`);
    if (tries > 0) await pause(FIRST_PAUSE_MS * 2 ** (tries - 1), signal);
    tries += 1;
    looks = 0;
    log.warn(`PostgreSQL stopped and is being restarted (attempt ${tries} of ${TRIES})`);
    try {
      await startAgain();
    } catch (error) {
      if (tries === TRIES || error instanceof LastingRefusal) throw error;
      log.warn(error instanceof Error ? error.message : String(error));
    }
  }
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  // The rejection says only that the wait was cut short, which the caller reads from the signal.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
