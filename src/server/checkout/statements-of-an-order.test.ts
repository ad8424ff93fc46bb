import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addCoupon } from '#test/add-coupon.ts';
import { isOfJobs, recordStatements, type Statement } from '#test/bench/record-statements.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

/** What an order of one ticket costs the database, by phase. Only ever lower a bound: sales per minute depend on it. */
const BOUNDS = {
  // One of the six is sent together with the locks that come before it, and the last together with COMMIT.
  place: { statements: 6, commits: 2 },
  settle: { statements: 6, commits: 1 },
  mail: { statements: 4, commits: 1 },
  success: { statements: 3, commits: 0 },
};

const recording = recordStatements();
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addCoupon(world, { code: 'SCHOOL', discountValue: 10 });
  await addCoupon(world, { code: 'GUEST', discountValue: 100 });
});
afterAll(async () => {
  recording.stop();
  await world.stop();
});

test('one order takes no more database statements and commits than these', async () => {
  const visitor = world.visitor();
  const { placed, paid, transactionId } = await buy(
    visitor,
    checkout({ email: 'one@example.org', checkoutId: randomUUID() }),
    1,
  );
  const mailAt = paid.findIndex(isMailTaken);
  const { text: afterSeats } = placed[placed.findIndex(({ text }) => takesSeats(text)) + 1]!;
  expect(afterSeats).toBe('COMMIT AND CHAIN');

  const success = recordPhase();
  expect((await visitor.get(`/api/registrations/${transactionId}`)).status).toBe(200);

  expect({
    place: costOf(placed),
    settle: costOf(paid.slice(0, mailAt)),
    mail: costOf(paid.slice(mailAt)),
    success: costOf(success()),
  }).toEqual(BOUNDS);
});

test("a team's order with a coupon takes one more statement, which locks the coupon's row last", async () => {
  const body = teamOf({ couponCode: 'SCHOOL', originalAmount: 200, discountAmount: 20, finalAmount: 180 });
  const { paid } = await buy(world.visitor(), body, 10);
  const settled = paid.slice(0, paid.findIndex(isMailTaken));
  const { settle } = BOUNDS;
  expect(costOf(settled)).toEqual({ ...settle, statements: settle.statements + 1 });
  expect(settled.slice(-2).map(({ text }) => /^update "coupons"|^commit/i.exec(text)?.[0])).toEqual([
    'update "coupons"',
    'commit',
  ]);
});

test("a free team's order holds the day's row for four more statements", async () => {
  const body = teamOf({ couponCode: 'GUEST', originalAmount: 200, discountAmount: 200, finalAmount: 0 });
  const place = recordPhase();
  expect((await world.visitor().post('/api/create-checkout-session', body)).status).toBe(200);
  const placed = place();
  const seatsAt = placed.findIndex(({ text }) => takesSeats(text));
  const { connection } = placed[seatsAt]!;
  const after = placed.slice(seatsAt + 1).filter((one) => one.connection === connection);
  // Completing the order, its mails, their jobs, and the coupon.
  expect(after.findIndex(isCommit)).toBe(4);
});

/** Ten people with an address each, so ten mails. */
function teamOf(prices: Record<string, unknown>) {
  const teamMembers = Array.from({ length: 10 }, (_, n) => {
    return { firstName: `Jane ${n}`, lastName: 'Sample', email: `jane${n}@example.org`, track: 'caregivers' };
  });
  const { firstName, email } = teamMembers[0]!;
  return teamOfTen({ ...prices, firstName, email, teamMembers, checkoutId: randomUUID() });
}

/** Places and pays an order; what is recorded ends once its mails are sent. */
async function buy(visitor: Visitor, body: unknown, mailCount: number) {
  const earlier = await finishedMails();
  const place = recordPhase();
  const started = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = (await started.json()) as { url: string; transactionId: string };
  const placed = place();

  const afterPayment = recordPhase();
  await world.pay(url);
  await vi.waitFor(async () => expect(await finishedMails()).toBe(earlier + mailCount), 10_000);
  return { placed, paid: afterPayment(), transactionId };
}

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

const takesSeats = (text: string) => text.includes('UPDATE event_capacity');
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
