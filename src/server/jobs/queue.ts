import type pg from 'pg';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { sql } from '../db/drizzle.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database, Transaction } from '../db/open-database.ts';

/** Jobs that process everything due, so they have no data. */
type RepeatedJob =
  | 'reconcile-payments'
  | 'sweep-payments'
  | 'read-fees'
  | 'refresh-catalog'
  | 'purge-expired'
  | 'apply-retention'
  | 'remind-teams'
  | 'update-passes';

/** Every job, with its data. */
interface JobData extends Record<RepeatedJob, Record<string, never>> {
  'send-mail': { readonly mailId: string };
}
type JobName = keyof JobData;

interface JobTry {
  /** Whether this is the last try. */
  readonly isLast: boolean;
}

/** A handler that throws is retried later. The error is logged and stored, so keep addresses out of it. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData[Name], jobTry: JobTry) => Promise<void>;
};

export interface Queue {
  /**
   * Queues jobs in the caller's transaction, in one statement; if the transaction rolls back, no job is queued. At
   * most one job waits per mail, and of the others one per name; a second one is dropped.
   */
  enqueue<Name extends JobName>(
    tx: Transaction | Database,
    name: Name,
    ...all: readonly JobData[Name][]
  ): Promise<void>;
  /** Starts taking jobs. A process that doesn't call it only queues them. */
  work(handlers: JobHandlers): Promise<void>;
  /** Runs a job repeatedly, by a five-field cron expression in UTC; once, however many processes run. */
  schedule(name: RepeatedJob, cron: string): Promise<void>;
  /** Stops taking jobs and gives running ones up to 3 s; interrupted ones run again. */
  stop(): Promise<void>;
}

/** Opens the queue and creates its tables if they are missing. */
export async function openQueue(pool: pg.Pool, log: Logger): Promise<Queue> {
  const boss = new PgBoss({ schema: 'jobs', db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue reported a warning'));
  await startInTurn(boss, pool);
  const names = Object.keys(JOBS) as JobName[];
  await createQueues(boss, names);

  return {
    async enqueue(tx, name, ...all) {
      if (all.length === 0) return;
      const jobs = all.map((data) => ({ data, singletonKey: JOBS[name].keyOf(data) }));
      await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
    },
    async work(handlers) {
      for (const name of names) await takeJobs(boss, name, handlers[name], log);
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron, {}, { singletonKey: JOBS[name].keyOf({}) });
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS }),
  };
}

/** pg-boss creates its types and tables at the first start, which fails for one of two processes that do so at once. */
async function startInTurn(boss: PgBoss, pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await inTurn(client, () => boss.start());
  } finally {
    client.release();
  }
}

const STOP_MS = 3_000;

interface JobRules<Data> {
  readonly keyOf: (data: Data) => string;
  /**
   * `exclusive`: per key, at most one is queued or running. `short`: at most one is queued, so that a running job may
   * request the next.
   */
  readonly policy: 'exclusive' | 'short';
  readonly retry: QueueOptions;
  /** How many run at once in a process, which also decides how often it polls. */
  readonly batchSize: number;
  readonly pollSeconds: number;
}

/** A recurring job that processes everything due, so that one at a time is enough. */
const REPEATED = {
  keyOf: () => 'all',
  policy: 'short',
  // The next run is the retry.
  retry: { retryLimit: 0, expireInSeconds: 300 },
  batchSize: 1,
  pollSeconds: 60,
} as const;

const JOBS: { readonly [Name in JobName]: JobRules<JobData[Name]> } = {
  'send-mail': {
    keyOf: ({ mailId }) => mailId,
    policy: 'exclusive',
    // A mail server may be down for three days; once it is back, all mail is out within five minutes.
    retry: { retryLimit: 1_100, retryDelay: 2, retryBackoff: true, retryDelayMax: 240, expireInSeconds: 120 },
    // Few at once, because rendering mail competes with checkouts. More than one, because fetching and closing a job
    // costs the database more than reading a mail.
    batchSize: 4,
    pollSeconds: 0.5,
  },
  'reconcile-payments': { ...REPEATED, pollSeconds: 1 },
  'sweep-payments': { ...REPEATED, retry: { retryLimit: 3, retryDelay: 600, expireInSeconds: 1_800 } },
  'read-fees': { ...REPEATED, retry: { retryLimit: 0, expireInSeconds: 1_800 } },
  'refresh-catalog': {
    ...REPEATED,
    // A changed price shouldn't wait for the next run in ten minutes.
    retry: { retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 },
    pollSeconds: 1,
  },
  'purge-expired': REPEATED,
  'apply-retention': {
    ...REPEATED,
    // The next night's run continues.
    retry: { retryLimit: 1, retryDelay: 600, expireInSeconds: 3_600 },
  },
  'remind-teams': { ...REPEATED, retry: { retryLimit: 0, expireInSeconds: 600 } },
  'update-passes': { ...REPEATED, pollSeconds: 10 },
};

/** Creates the queues that are missing. The others would keep an earlier version's options. */
async function createQueues(boss: PgBoss, names: readonly JobName[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((one) => [one.name, one]));
  for (const name of names) {
    const { policy, retry } = JOBS[name];
    const queue = stored.get(name);
    if (!queue) await boss.createQueue(name, { policy, ...retry });
    else if (!isMatch(queue, retry)) await boss.updateQueue(name, retry);
  }
}

function isMatch(queue: QueueOptions, retry: QueueOptions): boolean {
  return (Object.keys(retry) as (keyof QueueOptions)[]).every((key) => queue[key] === retry[key]);
}

/**
 * Polls, because NOTIFY serializes the commits of everybody who uses it, and every paid order does. After a full batch,
 * the next is fetched at once.
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
  const jobTry = { isLast: job.retryCount >= job.retryLimit };
  try {
    await handler(job.data, jobTry);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const tried = { job: name, jobId: job.id, tries: job.retryCount + 1, err: error };
    if (jobTry.isLast) log.error(tried, 'a job failed for good');
    else log.warn(tried, 'a job failed and will be tried again');
    return {
      id: job.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : 'unknown' },
    };
  }
}
