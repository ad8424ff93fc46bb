import fs from 'node:fs';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buy } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { DrizzleQueryError, eq, sql } from './db/drizzle.ts';
import { paymentLedger, qrCodes, users } from './db/tables.ts';
import { createLog } from './log.ts';
import { reconcilePayments } from './payments/reconcile.ts';
import { sweepPayments } from './payments/sweep.ts';

function openLog() {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) };
}

describe('a log line', () => {
  test.each([
    ['550 5.1.1 <jane.doe+x@example.org> is unknown', '550 5.1.1 <…@…> is unknown'],
    ['postgresql://summit:secret@db.internal:5432/x', 'postgresql://db.internal:5432/x'],
    ['order 0123456789ABCDEFGHJKMNPQRSTV', 'order …'],
    ['ticket T0123456789ABCDEFGHJKMNPQRSTV.', 'ticket ….'],
    ['page cs_test_a1B2c3D4e5F6g7H8i9J0', 'page cs_…H8i9J0'],
    ['payment pi_3MtwBwLkdIwHu7ix28a3tqPa', 'payment pi_…a3tqPa'],
    ['No such key: sk_live_abcDEF123', 'No such key: sk_…'],
    ['signed by whsec_abcDEF123', 'signed by whsec_…'],
    ['authorization: Basic c3VtbWl0OnNlY3JldA==', 'authorization: Basic …'],
    ['id token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'id token …'],
    ['card 4242 4242 4242 4242', 'card …'],
    ['card 4242424242424242', 'card …'],
    ['at 1752595200000, order 17, mail 0b6f6a8e-54c4-4f7e-9d5c-0a3c0b1f2d3e', null],
    ['relation "speakers" does not exist', null],
  ])('hides people and secrets, and nothing else: %s', (given, shown) => {
    const { log, last } = openLog();
    log.warn({ err: new Error(given, { cause: new Error(given) }), given }, given);
    const expected = shown ?? given;
    const { msg, err, given: field } = last();
    expect([msg, field, err.message, err.cause.message]).toEqual(Array.from({ length: 4 }, () => expected));
    expect(err.stack).not.toContain(given);
  });

  test('of an error that is its own cause is finite', () => {
    const { log, last } = openLog();
    const error = new Error('round');
    error.cause = error;
    log.error({ err: error }, 'round');
    expect(last().err.cause.cause.message).toBe('round');
  });

  test('of a query that found no database has its code, and no stacks', () => {
    const { log, last } = openLog();
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    log.error({ err: new DrizzleQueryError('SELECT 1', [], refused) }, 'a request failed');
    expect(last().err).toEqual({
      type: 'Error',
      message: 'a query failed: SELECT 1',
      cause: { type: 'Error', message: refused.message, code: 'ECONNREFUSED' },
    });
  });

  test('of an error copied into a plain object, as the queue does, includes the message only if it is safe', () => {
    const { log, last } = openLog();
    log.error({ err: { message: 'terminating connection', code: '57P01' } }, 'x');
    expect(last().err.message).toBe('terminating connection');
    log.error({ err: { message: 'invalid input: "jane"', code: '22P02' } }, 'x');
    expect(last().err.message).toBe('a value cannot be stored');
  });

  test('of something thrown that is not an error has its type, and hides people', () => {
    const { log, last } = openLog();
    log.error({ err: 'no response for jane@example.org' }, 'x');
    expect(last().err).toEqual({ type: 'string', message: 'no response for …@…' });
  });
});

describe('the standard output', () => {
  test('gets, in order and once there is space again, what a full disk refused, up to a million characters', async () => {
    let space = 10;
    let written = '';
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const write = vi.spyOn(fs, 'write').mockImplementation(((
      _: number,
      bytes: Buffer | string,
      told: Told,
    ) => {
      const part = Buffer.from(bytes).subarray(0, space);
      space -= part.length;
      written += part;
      setImmediate(told, part.length > 0 ? null : full, part.length);
    }) as typeof fs.write);
    try {
      const log = createLog('info');
      const line = 'x'.repeat(1_000);
      for (let number = 0; number < 2_000; number += 1) log.info({ number }, line);
      await eventually(async () => expect(write.mock.calls.length).toBeGreaterThan(3));
      expect(written).toHaveLength(10);
      space = Number.POSITIVE_INFINITY;
      // The first line is written before the others, which fill all there is room for.
      await eventually(async () => expect(written.length).toBeGreaterThan(1_000_000));
      log.info({ number: 2_000 }, 'space again');
      await eventually(async () => expect(written).toContain('space again'));
      const numbers = written
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one).number);
      expect(numbers.at(-1)).toBe(2_000);
      expect(numbers.slice(0, -1)).toEqual(numbers.slice(0, -1).map((_, index) => index));
      expect(written.length).toBeLessThan(1_010_000);
    } finally {
      write.mockRestore();
    }
  });
});

type Told = (error: Error | null, bytes: number) => void;

describe('everything the site logs', () => {
  let world: World;
  const lines: string[] = [];
  beforeAll(async () => {
    world = await createWorld({ ticketMails: true });
    listen(world.dependencies.log, lines);
  });
  afterAll(() => world.stop());

  test('about a purchase, a sign-in, a ticket at the door and everything that can fail contains no person and no key', async () => {
    const person = {
      firstName: 'Canaryfirst',
      lastName: 'Canarylast',
      email: 'canary@example.org',
      phone: '303 555 0177',
      organization: 'Canary School',
      dietaryRestrictions: 'Canarynuts',
    };
    // The card's last four digits as quoted text: a timestamp may contain them by chance.
    const secrets = ['Canary', 'canary@', '555 0177', 'example.org'];
    secrets.push('4000 0000 0000 0002', '4242 4242', '42424242', '"4242"');
    secrets.push('sk_test_world', 'whsec_world', 'summit-secret', 'Avery', 'Quinn');

    const buyer = world.visitor();
    const started = await (await buyer.post('/api/create-checkout-session', checkout(person))).json();
    await world.pay(started.url, '4000 0000 0000 0002');
    await world.pay(started.url);
    await buyer.get(`/api/registrations/${started.transactionId}`);
    await eventually(async () => expect(await world.sandbox.mailbox.messages()).toHaveLength(1));
    const [ticket] = await world.database.db.select().from(qrCodes);
    secrets.push(
      started.transactionId,
      /cs_test_\w+/.exec(started.url)![0],
      ticket!.qrCodeData,
      buyer.cookie('session')!,
    );

    const staff = await world.staff();
    await staff.post('/api/admin/check-in', {
      qrToken: ticket!.qrCodeData,
      method: 'qr_scan',
      notes: 'Canarynote',
    });
    await staff.get('/api/admin/orders?search=canary@example.org');
    secrets.push(staff.cookie('session')!, (await world.database.db.select().from(users))[0]!.subject);
    const refused = world.visitor();
    const { searchParams } = new URL((await refused.get('/api/login')).headers.get('location')!);
    await refused.get(`/api/callback?code=Canarycode&state=${searchParams.get('state')}`);
    secrets.push(searchParams.get('state')!, searchParams.get('nonce')!, searchParams.get('code_challenge')!);
    await world.visitor().signIn('sam.rivers@example.org');
    await world
      .visitor()
      .post('/api/coupons/validate', { code: 'Canarycoupon', eventType: 'conference', attendeeCount: 1 });

    const { id: orderId } = (await buy(world, { ...checkout(), provider: 'square' })).order;
    const [capture] = await world.database.db
      .update(paymentLedger)
      .set({ amount: 19_99 })
      .where(eq(paymentLedger.orderId, orderId))
      .returning();
    secrets.push(capture!.moneyRef);
    world.sandbox.square.faults.set({ listLagMs: 0 });
    await sweepPayments(world.context());

    const before = lines.length;
    await world.database.db.execute(sql`ALTER TABLE orders RENAME TO gone`);
    await buyer.post('/api/create-checkout-session', checkout(person));
    await buyer.get(`/api/registrations/${started.transactionId}`);
    await staff.get('/api/admin/orders?search=canary@example.org');
    await reconcilePayments(world.context()).catch((error: unknown) => {
      world.dependencies.log.error({ err: error }, 'a run failed');
    });
    await world.database.db.delete(paymentLedger);
    await sweepPayments(world.context());
    await world.database.db.execute(sql`ALTER TABLE gone RENAME TO orders`);
    await world.database.db
      .execute(sql`SELECT ${'Canarynumber'}::int`)
      .catch((error: unknown) => world.dependencies.log.error({ err: error }, 'a value failed'));

    const found = secrets.flatMap((secret) => lines.filter((line) => line.includes(secret)));
    expect(found).toEqual([]);
    const about = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a payment needs a decision');
    expect(about).toMatchObject([{ case: 'payment_mismatch', caseId: expect.any(Number), orderId }]);
    const told = lines.slice(before).map((line) => JSON.parse(line));
    expect(told.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'a request failed',
        'the nightly sweep could not settle a payment',
        'a value failed',
      ]),
    );
    expect(told.find(({ msg }) => msg === 'a request failed')).toMatchObject({
      requestId: expect.stringMatching(/^[\w-]{12}$/),
      err: { cause: { code: '42P01', message: 'relation "orders" does not exist' } },
    });
    expect(told.at(-1).err.cause).toMatchObject({ code: '22P02', message: 'a value cannot be stored' });
  });
});

/** From now on the log writes everything to the list. */
function listen(log: Logger, lines: string[]): void {
  log.level = 'debug';
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => void lines.push(line) } });
}
