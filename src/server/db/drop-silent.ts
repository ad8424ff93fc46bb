import type { Socket } from 'node:net';
import type pg from 'pg';

/** Longer than PostgreSQL lets a statement run, or a transaction idle. */
const SILENCE_MS = 25_000;

/**
 * Ends connections in use on which nothing has arrived for so long: their server has vanished without a word, as when its
 * machine loses power. Otherwise they would stay in use until the operating system gives up, and the pool would run dry.
 */
export function dropSilent(pool: pg.Pool, silenceMs = SILENCE_MS): void {
  pool.on('connect', (client) => {
    const stream = client.connection.stream as Socket;
    stream.setTimeout(silenceMs, () => stream.destroy());
  });
}

/** Runs `work`, whose statements may take longer. */
export async function bearSilence<Result>(
  client: pg.PoolClient,
  work: () => Promise<Result>,
): Promise<Result> {
  const stream = client.connection.stream as Socket;
  const { timeout } = stream;
  stream.setTimeout(0);
  try {
    return await work();
  } finally {
    stream.setTimeout(timeout ?? 0);
  }
}
