import { EventEmitter, once } from 'node:events';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { sql } from '../db/drizzle.ts';
import { type JobHandlers, openQueue, type Queue } from './queue.ts';

const LOG = pino({ level: 'silent' });
const IDLE: JobHandlers = {
  'send-mail': async () => undefined,
  'reconcile-payments': async () => undefined,
  'sweep-payments': async () => undefined,
  'read-fees': async () => undefined,
  'refresh-catalog': async () => undefined,
  'purge-expired': async () => undefined,
  'apply-retention': async () => undefined,
  'remind-teams': async () => undefined,
  'update-passes': async () => undefined,
};

let database: TestDatabase;
let queue: Queue;
const opened: Queue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  queue = await open();
  await database.db.execute(sql`DELETE FROM jobs.job`);
});
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

test('a job is done once its transaction is committed', async () => {
  const { done, handlers } = recorder();
  await queue.work(handlers);
  await database.db.transaction(async (tx) => {
    await queue.enqueue(tx, 'send-mail', { mailId: 'a' });
    await queue.enqueue(database.db, 'send-mail', { mailId: 'b' });
    await eventually(() => expect(done).toEqual(['b']));
  });
  await eventually(() => expect(done).toEqual(['b', 'a']));
  const completed = ['a', 'b'].map((key) => ({ key, state: 'completed' }));
  await eventually(async () => expect(await jobs()).toEqual(completed));
});

test('a rolled-back transaction leaves no job', async () => {
  const broken = database.db.transaction(async (tx) => {
    await queue.enqueue(tx, 'send-mail', { mailId: 'a' });
    throw new Error('rolled back');
  });
  await expect(broken).rejects.toThrow('rolled back');
  expect(await jobs()).toEqual([]);
});

test('a job that throws is retried, and the reason is stored', async () => {
  const tries: boolean[] = [];
  await queue.work({
    ...IDLE,
    'send-mail': async (_data, { isLast }) => {
      tries.push(isLast);
      if (tries.length === 1) throw new Error('the mail server is down');
    },
  });
  await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
  await eventually(async () => expect(await jobs()).toEqual([{ key: 'a', state: 'retry' }]));
  const { rows } = await database.db.execute(
    sql`SELECT output, start_after > started_on AS waits FROM jobs.job`,
  );
  expect(rows).toEqual([{ output: { message: 'the mail server is down' }, waits: true }]);
  await letStart('a');
  await eventually(() => expect(tries).toEqual([false, false]));
});

test('one failing job does not hold up the others in its batch', async () => {
  for (const mailId of ['a', 'b', 'c']) await queue.enqueue(database.db, 'send-mail', { mailId });
  await queue.work({
    ...IDLE,
    'send-mail': async ({ mailId }) => {
      if (mailId === 'b') throw new Error('refused');
    },
  });
  const states = [
    { key: 'a', state: 'completed' },
    { key: 'b', state: 'retry' },
    { key: 'c', state: 'completed' },
  ];
  await eventually(async () => expect(await jobs()).toEqual(states));
});

test('mail is retried for three days, at most four minutes apart', async () => {
  await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
  const { rows } = await database.db.execute<{ limit: number; max: number; keep: number }>(
    sql`SELECT retry_limit AS limit, retry_delay_max AS max,
          extract(epoch FROM keep_until - start_after)::int AS keep FROM jobs.job`,
  );
  const [{ limit, max, keep } = { limit: 0, max: 0, keep: 0 }] = rows;
  expect(max).toBe(240);
  expect(limit * max).toBeGreaterThanOrEqual(3 * 86_400);
  expect(keep).toBeGreaterThanOrEqual(limit * max);
});

test('a mail has one job, and the reconciler one waiting job', async () => {
  for (const mailId of ['a', 'a', 'b']) await queue.enqueue(database.db, 'send-mail', { mailId });
  for (let n = 0; n < 3; n += 1) await queue.enqueue(database.db, 'reconcile-payments', {});
  expect(await jobs()).toEqual([
    { key: 'a', state: 'created' },
    { key: 'all', state: 'created' },
    { key: 'b', state: 'created' },
  ]);
});

test('no second job is queued for a mail being sent, but a running reconciler may queue its next run', async () => {
  const end = new EventEmitter();
  const untilEnd = () => once(end, 'now').then(() => undefined);
  await queue.work({ ...IDLE, 'send-mail': untilEnd, 'reconcile-payments': untilEnd });
  const enqueueBoth = async () => {
    await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
    await queue.enqueue(database.db, 'reconcile-payments', {});
  };
  await enqueueBoth();
  const running = [
    { key: 'a', state: 'active' },
    { key: 'all', state: 'active' },
  ];
  await eventually(async () => expect(await jobs()).toEqual(running));
  await enqueueBoth();
  expect(await jobs()).toEqual([
    { key: 'a', state: 'active' },
    { key: 'all', state: 'created' },
    { key: 'all', state: 'active' },
  ]);
  end.emit('now');
});

test('two processes share the work, and each job is done once', async () => {
  const { done, handlers } = recorder();
  const other = await open();
  await Promise.all([queue.work(handlers), other.work(handlers)]);
  const ids = Array.from({ length: 60 }, (_, index) => `mail-${String(index).padStart(2, '0')}`);
  for (const mailId of ids) await queue.enqueue(database.db, 'send-mail', { mailId });
  const completed = ids.map((key) => ({ key, state: 'completed' }));
  await eventually(async () => expect(await jobs()).toEqual(completed));
  await Promise.all([queue.stop(), other.stop()]);
  expect(done.toSorted()).toEqual(ids);
});

test('stopping starts no more jobs and lets running ones finish', async () => {
  const end = new EventEmitter();
  const done: string[] = [];
  await queue.work({
    ...IDLE,
    'send-mail': async ({ mailId }) => {
      done.push(`${mailId} began`);
      await once(end, 'now');
      done.push(`${mailId} ended`);
    },
  });
  await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
  await eventually(() => expect(done).toEqual(['a began']));
  const stopping = queue.stop();
  const other = await open();
  const { done: doneByOther, handlers } = recorder();
  await other.work(handlers);
  await other.enqueue(database.db, 'send-mail', { mailId: 'b' });
  await eventually(() => expect(doneByOther).toEqual(['b']));
  end.emit('now');
  await stopping;
  expect(done).toEqual(['a began', 'a ended']);
  const completed = ['a', 'b'].map((key) => ({ key, state: 'completed' }));
  await eventually(async () => expect(await jobs()).toEqual(completed));
});

test('stopping waits about three seconds at most, and interrupted jobs run again', async () => {
  const end = new EventEmitter();
  await queue.work({ ...IDLE, 'send-mail': () => once(end, 'now').then(() => undefined) });
  await queue.enqueue(database.db, 'send-mail', { mailId: 'a' });
  await eventually(async () => expect(await jobs()).toEqual([{ key: 'a', state: 'active' }]));
  const began = performance.now();
  await queue.stop();
  expect(performance.now() - began).toBeLessThan(6_000);
  expect(await jobs()).toEqual([{ key: 'a', state: 'retry' }]);
  end.emit('now');
});

test('a schedule is stored once, however many processes set it', async () => {
  const other = await open();
  for (const one of [queue, other]) await one.schedule('reconcile-payments', '* * * * *');
  const { rows } = await database.db.execute(sql`SELECT name, cron FROM jobs.schedule`);
  expect(rows).toEqual([{ name: 'reconcile-payments', cron: '* * * * *' }]);
});

test('a queue of an earlier version gets the current options, and a current one is left alone', async () => {
  const queues = async () =>
    (
      await database.db.execute<{ name: string; limit: number; max: number; updated: string }>(
        sql`SELECT name, retry_limit AS limit, retry_delay_max AS max, updated_on::text AS updated
          FROM jobs.queue WHERE name IN ('read-fees', 'send-mail') ORDER BY name`,
      )
    ).rows;
  const current = await queues();
  await database.db.execute(
    sql`UPDATE jobs.queue SET retry_limit = 5, retry_delay_max = 7 WHERE name = 'send-mail'`,
  );
  await open();
  const [fees, mail] = await queues();
  expect(fees).toEqual(current[0]);
  expect(mail).toMatchObject({ limit: 1_100, max: 240 });
});

test('four processes can start at once on a database without a queue', async () => {
  const fresh = await createTestDatabase();
  await fresh.db.execute(sql`DROP SCHEMA jobs CASCADE`);
  const started = await Promise.all(Array.from({ length: 4 }, () => openQueue(fresh.pool, LOG)));
  await started[3]!.enqueue(fresh.db, 'send-mail', { mailId: 'a' });
  const { rows } = await fresh.db.execute(sql`SELECT singleton_key AS key FROM jobs.job`);
  expect(rows).toEqual([{ key: 'a' }]);
  await Promise.all(started.map((one) => one.stop()));
  await fresh.drop();
});

async function open(): Promise<Queue> {
  const one = await openQueue(database.pool, LOG);
  opened.push(one);
  return one;
}

function recorder(): { done: string[]; handlers: JobHandlers } {
  const done: string[] = [];
  const handlers: JobHandlers = {
    ...IDLE,
    'send-mail': async ({ mailId }) => {
      done.push(mailId);
    },
  };
  return { done, handlers };
}

/** Makes it due. */
async function letStart(key: string): Promise<void> {
  await database.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE singleton_key = ${key}`);
}

async function jobs() {
  const { rows } = await database.db.execute(
    sql`SELECT singleton_key AS key, state::text FROM jobs.job WHERE name NOT LIKE '\\_\\_%' ORDER BY singleton_key, job.state`,
  );
  return rows;
}
