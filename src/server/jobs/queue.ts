import type pg from 'pg';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';

/** Every job there is, and what it is told. */
export interface JobData {
  'send-mail': { readonly mailId: string };
  'reconcile-payments': Record<string, never>;
  'sweep-payments': Record<string, never>;
  'read-fees': Record<string, never>;
  'refresh-catalog': Record<string, never>;
  'purge-expired': Record<string, never>;
  'apply-retention': Record<string, never>;
}
export type JobName = keyof JobData;

export interface Attempt {
  /** Nothing tries again after this one. */
  readonly isLast: boolean;
}

/** A handler that throws is tried again later. What it throws is logged and stored: no addresses in it. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData[Name], attempt: Attempt) => Promise<void>;
};

export interface Queue {
  /**
   * Puts a job in the caller's transaction: rolled back, it never was. At most one job of a name waits for each
   * `singletonKey` (`send-mail`: the mail; others: one in all), and a second one is dropped. `startAfter` is
   * real time, not the clock of the rules.
   */
  enqueue<Name extends JobName>(
    tx: Transaction | Database,
    name: Name,
    data: JobData[Name],
    options?: { readonly startAfter?: Date; readonly singletonKey?: string },
  ): Promise<void>;
  /** Starts to take jobs. A process that does not call it only puts them in. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs a job again and again, by a cron expression of five fields in UTC; once, however many processes run. */
  schedule<Name extends JobName>(name: Name, cron: string, data: JobData[Name]): Promise<void>;
  /** Takes no more jobs and lets those that run finish for up to 3 s; what is cut off is tried again. */
  stop(): Promise<void>;
}

/** Opens the queue on the site's own pool and makes its tables if they are missing. */
export async function openQueue(pool: pg.Pool, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => pool.query(text, values) },
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'));
  await boss.start();
  const names = Object.keys(JOBS) as JobName[];
  for (const name of names) await settle(boss, name);

  return {
    async enqueue(tx, name, data, { startAfter, singletonKey } = {}) {
      const key = singletonKey ?? JOBS[name].keyOf(data);
      await boss.send(name, data, { db: fromDrizzle(tx, sql), startAfter, singletonKey: key });
    },
    async work(handlers) {
      for (const name of names) await takeJobs(boss, name, handlers[name], log);
    },
    async schedule(name, cron, data) {
      await boss.schedule(name, cron, data, { singletonKey: JOBS[name].keyOf(data) });
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  };
}

const STOP_MS = 3_000;

interface JobRules<Data> {
  readonly keyOf: (data: Data) => string;
  /** `exclusive`: of one key, one waits or runs. `short`: one waits, so that a running job may ask for the next. */
  readonly policy: 'exclusive' | 'short';
  readonly retry: QueueOptions;
  /** How many run at once in a process, and how often it looks for more. */
  readonly batchSize: number;
  readonly pollSeconds: number;
}

const JOBS: { readonly [Name in JobName]: JobRules<JobData[Name]> } = {
  'send-mail': {
    keyOf: ({ mailId }) => mailId,
    policy: 'exclusive',
    // A mail server may be down for three days; once it is back, all mail is out within five minutes.
    retry: {
      retryLimit: 1_100,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 240,
      expireInSeconds: 120,
    },
    // Few at once: rendering a mail takes time that a buyer at the checkout would wait for. Not one by one: taking
    // and closing jobs costs the database more than reading what is in the mail.
    batchSize: 4,
    pollSeconds: 0.5,
  },
  'reconcile-payments': {
    keyOf: () => 'all',
    policy: 'short',
    // The next minute's run is the retry.
    retry: { retryLimit: 0, expireInSeconds: 300 },
    batchSize: 1,
    pollSeconds: 1,
  },
  'sweep-payments': {
    keyOf: () => 'all',
    policy: 'short',
    retry: { retryLimit: 3, retryDelay: 600, expireInSeconds: 1_800 },
    batchSize: 1,
    pollSeconds: 60,
  },
  'read-fees': {
    keyOf: () => 'all',
    policy: 'short',
    // The next run is the retry.
    retry: { retryLimit: 0, expireInSeconds: 1_800 },
    batchSize: 1,
    pollSeconds: 60,
  },
  'refresh-catalog': {
    keyOf: () => 'all',
    policy: 'short',
    // A price that was changed should not wait for the run of the next ten minutes.
    retry: { retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
    batchSize: 1,
    pollSeconds: 1,
  },
  'purge-expired': {
    keyOf: () => 'all',
    policy: 'short',
    retry: { retryLimit: 0, expireInSeconds: 300 },
    batchSize: 1,
    pollSeconds: 60,
  },
  'apply-retention': {
    keyOf: () => 'all',
    policy: 'short',
    // What a run did not get to is done by that of the next night.
    retry: { retryLimit: 1, retryDelay: 600, expireInSeconds: 3_600 },
    batchSize: 1,
    pollSeconds: 60,
  },
};

async function settle(boss: PgBoss, name: JobName): Promise<void> {
  const { policy, retry } = JOBS[name];
  await boss.createQueue(name, { policy, ...retry });
  // A queue that was there already keeps its old options otherwise.
  await boss.updateQueue(name, retry);
}

/**
 * Polls, because NOTIFY serialises the commits of all who use it, and every paid order does. A full batch is
 * followed by the next at once.
 */
async function takeJobs<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handler: JobHandlers[Name],
  log: Logger,
): Promise<void> {
  const { batchSize, pollSeconds } = JOBS[name];
  const options = {
    perJobResults: true,
    includeMetadata: true,
    burstWhenBatchFull: true,
    batchSize,
    pollingIntervalSeconds: pollSeconds,
  } as const;
  await boss.work<JobData[Name], unknown, typeof options>(name, options, (jobs) =>
    Promise.all(jobs.map((job) => run(name, job, handler, log))),
  );
}

async function run<Name extends JobName>(
  name: Name,
  job: JobWithMetadata<JobData[Name]>,
  handler: JobHandlers[Name],
  log: Logger,
): Promise<JobResult> {
  const attempt = { isLast: job.retryCount >= job.retryLimit };
  try {
    await handler(job.data, attempt);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const tried = { job: name, jobId: job.id, tries: job.retryCount + 1, err: error };
    if (attempt.isLast) log.error(tried, 'a job failed for good');
    else log.warn(tried, 'a job failed and will be tried again');
    return {
      id: job.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : 'unknown' },
    };
  }
}
