import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isOfJobs, recordStatements, type Statement } from '#test/bench/record-statements.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';

/** What an order of one ticket costs the database, by phase. Only ever lower a bound: sales per minute depend on it. */
const BOUNDS = {
  place: { statements: 5, commits: 2 },
  settle: { statements: 6, commits: 1 },
  mail: { statements: 4, commits: 1 },
  success: { statements: 3, commits: 0 },
};

const recording = recordStatements();
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  recording.stop();
  await world.stop();
});

test('one order takes no more database statements and commits than these', async () => {
  const visitor = world.visitor();
  const place = recordPhase();
  const order = checkout({ email: 'one@example.org', checkoutId: randomUUID() });
  const placed = await visitor.post('/api/create-checkout-session', order);
  const { url, transactionId } = (await placed.json()) as { url: string; transactionId: string };
  const afterPlacing = place();

  const afterPayment = recordPhase();
  await world.pay(url);
  await vi.waitFor(async () => expect(await finishedMails()).toBe(1), 10_000);
  const paid = afterPayment();
  const mailAt = paid.findIndex(isMailTaken);

  const success = recordPhase();
  expect((await visitor.get(`/api/registrations/${transactionId}`)).status).toBe(200);

  expect({
    place: costOf(afterPlacing),
    settle: costOf(paid.slice(0, mailAt)),
    mail: costOf(paid.slice(mailAt)),
    success: costOf(success()),
  }).toEqual(BOUNDS);
});

/** Records the site's statements from now until the returned function is called, without those unrelated to orders. */
function recordPhase(): () => readonly Statement[] {
  const from = recording.statements.length;
  return () => recording.statements.slice(from).filter((one) => !isOfTheTest(one) && !isHousekeeping(one));
}

interface Cost {
  readonly statements: number;
  /** Transactions whose commit waits for the disk. */
  readonly commits: number;
}

function costOf(recorded: readonly Statement[]): Cost {
  const writing = new Map<unknown, boolean>();
  let commits = 0;
  for (const one of recorded) {
    if (isBegin(one)) writing.set(one.connection, false);
    else if (isCommit(one)) {
      if (writing.get(one.connection)) commits += 1;
      writing.delete(one.connection);
    } else if (isWrite(one) && !isLoose(one)) {
      if (writing.has(one.connection)) writing.set(one.connection, true);
      else commits += 1;
    }
  }
  const statements = recorded.filter((one) => !isBegin(one) && !isCommit(one)).length;
  return { statements, commits };
}

const isBegin = ({ text }: Statement) => /^begin/i.test(text);
const isCommit = ({ text }: Statement) => /^commit/i.test(text);
/** Unlogged tables, transactions with asynchronous commit and the jobs' connections don't wait for the disk. */
const isLoose = (one: Statement) =>
  /\brate_limits\b|'synchronous_commit', 'off'/.test(one.text) || isOfJobs(one);
const isWrite = ({ text, rowCount }: Statement) =>
  rowCount > 0 && /\b(insert into|update|delete from)\b/i.test(text);

/** The queue fetching the mail's job. */
const isMailTaken = ({ text }: Statement) => /WITH\s+next\s+AS/.test(text);
/** The queue's own statements: its tables, jobs other than mail, all queues at once, and polls that find nothing. */
const isHousekeeping = ({ text, values, rowCount }: Statement) =>
  /\bjobs\./.test(text) &&
  (values.some(Array.isArray) ||
    !(
      rowCount > 0 &&
      text.includes('jobs.job_common') &&
      `${text} ${values.join(' ')}`.includes('send-mail')
    ));

const MARK = '/* test */';
const isOfTheTest = ({ text }: Statement) => text.startsWith(MARK);

async function finishedMails(): Promise<number> {
  const { rows } = await world.database.pool.query(
    `${MARK} SELECT FROM jobs.job WHERE name = 'send-mail' AND state = 'completed'`,
  );
  return rows.length;
}
