import { describe, expect, test } from 'vitest';
import { listen, PASS_TYPE, setAppleStage, V1 } from '#test/apple-stage.ts';
import { teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { inAnotherHall } from '#test/pass-updates.ts';
import { readPass } from '#test/read-pass.ts';
import { noPages } from '#test/world.ts';
import { createApp } from '../../app.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { walletDevices, walletPasses } from '../../db/tables.ts';

const stage = setAppleStage();
const { asking, buyPasses, changedSince, correct, fetchPass, readAgain, register, registrationPath, runJob } =
  stage;

type Bought = Awaited<ReturnType<typeof buyPasses>>;

describe('a phone', () => {
  test('registers, learns what changed, fetches it, and unregisters', async () => {
    const { people, passes } = await buyPasses();
    const [pass] = passes;
    expect([(await register(pass)).status, (await register(pass)).status]).toEqual([201, 200]);
    const first = await changedSince();
    expect(first!.serialNumbers).toEqual([pass.serialNumber]);
    expect(await changedSince('phone-1', first!.lastUpdated)).toBeNull();

    await runJob();
    expect(stage.push.pushes).toEqual([]);
    await correct(people[0]!, { firstName: 'Janet' });
    await runJob();
    expect(stage.push.pushes).toEqual([
      { token: 'ab'.repeat(32), topic: PASS_TYPE, body: '{}', sender: PASS_TYPE },
    ]);
    const second = await changedSince('phone-1', first!.lastUpdated);
    expect(second!.serialNumbers).toEqual([pass.serialNumber]);
    const again = await readAgain(pass);
    expect([again.eventTicket.secondaryFields[0].value, again.voided]).toEqual(['Janet Sample', false]);
    expect([again.serialNumber, again.authenticationToken, again.barcodes]).toEqual([
      pass.serialNumber,
      pass.authenticationToken,
      pass.barcodes,
    ]);
    expect(await changedSince('phone-1', second!.lastUpdated)).toBeNull();
    await runJob();
    expect(stage.push.pushes).toHaveLength(1);

    const gone = await stage.world
      .visitor()
      .request(registrationPath('phone-1', pass), { method: 'DELETE', headers: asking(pass) });
    expect([gone.status, await changedSince()]).toEqual([200, null]);
  });

  test('with an up-to-date pass gets no second copy', async () => {
    const { people, passes } = await buyPasses();
    const seen = (await fetchPass(passes[0])).headers.get('last-modified')!;
    const status = async () => (await fetchPass(passes[0], { 'if-modified-since': seen })).status;
    expect(await status()).toBe(304);
    await correct(people[0]!, { firstName: 'Janet' });
    // In the same second as the first copy, which HTTP dates can't distinguish.
    const [kept] = await stage.world.database.db.select().from(walletPasses);
    await runJob({ ...stage.world.dependencies, protocolNow: () => kept!.updatedAt });
    expect(await status()).toBe(200);
    expect((await fetchPass(passes[0], { 'if-modified-since': 'never' })).status).toBe(200);
  });

  test('that added an outdated pass is notified', async () => {
    const { people, passes } = await buyPasses();
    await correct(people[0]!, { firstName: 'Janet' });
    await runJob();
    await register(passes[0]);
    await runJob();
    expect(stage.push.pushes).toHaveLength(1);
  });

  test('with two passes is notified once, and learns which have changed', async () => {
    const { people, passes } = await buyPasses(teamOfTen(), [0, 1]);
    for (const pass of passes) await register(pass);
    const before = await changedSince();
    await correct(people[1]!, { firstName: 'Adele' });
    await runJob();
    expect(stage.push.pushes).toHaveLength(1);
    expect((await changedSince('phone-1', before!.lastUpdated))!.serialNumbers).toEqual([
      passes[1].serialNumber,
    ]);
    await correct(people[0]!, { firstName: 'Janet' });
    await runJob();
    expect(stage.push.pushes).toHaveLength(2);
  });

  test('without the pass’s token gets nothing', async () => {
    const { passes } = await buyPasses();
    const [pass] = passes;
    const wrong = { ...pass, authenticationToken: `${pass.authenticationToken.slice(0, -1)}!` };
    const unknown = { ...pass, serialNumber: '00000000-0000-4000-8000-000000000000' };
    for (const one of [wrong, unknown, { ...pass, serialNumber: 'x' }, { ...pass, serialNumber: '%00' }]) {
      const deleted = stage.world
        .visitor()
        .request(registrationPath('phone-1', one), { method: 'DELETE', headers: asking(one) });
      expect([(await register(one)).status, (await fetchPass(one)).status, (await deleted).status]).toEqual([
        401, 401, 401,
      ]);
    }
    const bare = await stage.world.visitor().get(`${V1}/passes/${PASS_TYPE}/${pass.serialNumber}`);
    expect(bare.status).toBe(401);
    const other = `${V1}/passes/pass.org.example.other/${pass.serialNumber}`;
    expect((await stage.world.visitor().request(other, { headers: asking(pass) })).status).toBe(404);
    expect(await stage.world.database.db.$count(walletDevices)).toBe(0);
  });

  test('that sends nonsense is refused without an error', async () => {
    const { passes } = await buyPasses();
    for (const token of [null, 7, '', 'zz'.repeat(32), '../x', 'ab'.repeat(200)]) {
      expect([token, (await register(passes[0], 'phone-1', token)).status]).toEqual([token, 400]);
    }
    expect((await register(passes[0], '%00')).status).toBe(400);
    const deleted = await stage.world
      .visitor()
      .request(registrationPath('%00', passes[0]), { method: 'DELETE', headers: asking(passes[0]) });
    expect(deleted.status).toBe(400);
    expect(await changedSince('%00')).toBeNull();
    await register(passes[0]);
    for (const tag of ['x', '-1', '%00', '9'.repeat(40)]) {
      expect((await changedSince('phone-1', tag))!.serialNumbers).toHaveLength(1);
    }
  });

  test('cannot register as the twenty-first for one pass', async () => {
    const { passes } = await buyPasses();
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await register(passes[0], `phone-${n}`)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    expect((await register(passes[0], 'phone-3')).status).toBe(200);
  });
});

describe('a pass on a phone', () => {
  test('is void once its ticket belongs to somebody else, says so, and names nobody', async () => {
    const { people, passes, transactionId } = await buyPasses(teamOfTen(), [1]);
    const [pass] = passes;
    await register(pass);
    await correct(people[1]!, { firstName: 'Grace', lastName: 'Newcomer', email: 'grace@example.org' });
    await runJob();
    expect(stage.push.pushes).toHaveLength(1);
    const old = await readAgain(pass);
    expect(old.voided).toBe(true);
    expect(old.eventTicket.secondaryFields).toEqual([
      {
        key: 'end',
        label: 'Status',
        value: 'This ticket was replaced on July 15 and is no longer valid.',
      },
    ]);
    expect(old.eventTicket.backFields[0]).toEqual({
      key: 'status',
      label: 'Status',
      value: 'This ticket was replaced on July 15 and is no longer valid.',
      changeMessage: '%@',
    });
    // A random token may spell a name.
    expect(JSON.stringify({ ...old, authenticationToken: '' })).not.toMatch(/Grace|Newcomer|Ada/);
    expect(old.barcodes).toEqual(pass.barcodes);

    const file = await stage.world.visitor().get(`/api/order/${transactionId}/tickets/${people[1]!.id}/pass`);
    const { pass: fresh } = readPass(await file.arrayBuffer(), stage.authority);
    expect([fresh.voided, fresh.eventTicket.secondaryFields[0].value]).toEqual([false, 'Grace Newcomer']);
    expect([fresh.serialNumber === old.serialNumber, fresh.barcodes[0].message]).not.toEqual([
      true,
      old.barcodes[0].message,
    ]);
  });

  test.each([
    [
      'deleted',
      async ({ people }: Bought) =>
        (await stage.world.staff()).request(`/api/admin/registrations/${people[1]!.id}`, {
          method: 'DELETE',
        }),
      'This ticket was canceled.',
    ],
    [
      'voided',
      async ({ people }: Bought) =>
        stage.world.database.db.execute(
          sql`UPDATE registrations SET voided_at = now() WHERE id = ${people[1]!.id}`,
        ),
      'This ticket was canceled.',
    ],
    [
      'returned',
      async ({ people }: Bought) =>
        stage.world.database.db.execute(sql`
          UPDATE qr_codes SET replaced_at = '2025-09-12T12:00:00Z', replaced_because = 'returned'
          WHERE registration_id = ${people[1]!.id}`),
      'This ticket was returned on September 12.',
    ],
    [
      'refunded with its order',
      async ({ orderId }: Bought) =>
        stage.world.database.db.execute(
          sql`UPDATE orders SET payment_status = 'refunded' WHERE id = ${orderId}`,
        ),
      'This ticket was refunded.',
    ],
  ])('is void once its ticket was %s, and says so', async (_what, end, sentence) => {
    const bought = await buyPasses(teamOfTen(), [1]);
    await register(bought.passes[0]);
    await end(bought);
    await runJob();
    expect(stage.push.pushes).toHaveLength(1);
    const ended = await readAgain(bought.passes[0]);
    expect([ended.voided, ended.eventTicket.secondaryFields]).toEqual([
      true,
      [{ key: 'end', label: 'Status', value: sentence }],
    ]);
  });

  test('is updated when the event changes', async () => {
    const { passes } = await buyPasses();
    await register(passes[0]);
    await runJob();
    expect(stage.push.pushes).toHaveLength(0);
    await runJob(inAnotherHall(stage.world));
    expect(stage.push.pushes).toHaveLength(1);
    expect((await changedSince())!.serialNumbers).toEqual([passes[0].serialNumber]);
  });
});

describe('Apple', () => {
  test('is retried if it does not respond, only for the phones not yet notified', async () => {
    const { people, passes } = await buyPasses();
    const [one, two] = ['1a'.repeat(32), '2b'.repeat(32)];
    await register(passes[0], 'phone-1', one);
    await register(passes[0], 'phone-2', two);
    await correct(people[0]!, { firstName: 'Janet' });
    stage.push.answer(one, { status: 503, reason: 'Shutdown' });
    const { log, lines } = listen();
    await runJob({ ...stage.world.dependencies, log });
    expect(lines().map(({ failures, msg }) => [failures, msg])).toEqual([
      [['503 Shutdown'], 'Apple was not notified of changed passes; the next run tries again'],
    ]);
    stage.push.answer(one, null);
    await runJob();
    expect(stage.push.pushes.map(({ token }) => token).toSorted()).toEqual([one, one, two]);

    await correct({ ...people[0]!, firstName: 'Janet' }, { firstName: 'Jane' });
    const nobody = { ...stage.settings.appleWallet!, pushUrl: 'https://127.0.0.1:9' };
    const away = {
      ...stage.world.dependencies,
      log,
      settings: { ...stage.world.dependencies.settings, appleWallet: nobody },
    };
    await runJob(away);
    expect(lines().at(-1)!.failures).toEqual(['connect ECONNREFUSED 127.0.0.1:9']);
    await runJob();
    expect(stage.push.pushes).toHaveLength(5);
  });

  test.each([
    [410, 'ExpiredToken'],
    [400, 'BadDeviceToken'],
  ])('deletes the phone here if it does not know it (%i %s)', async (status, reason) => {
    const { people, passes } = await buyPasses();
    const [one, two] = ['1a'.repeat(32), '2b'.repeat(32)];
    await register(passes[0], 'phone-1', one);
    await register(passes[0], 'phone-2', two);
    stage.push.answer(one, { status, reason });
    await correct(people[0]!, { firstName: 'Janet' });
    await runJob();
    stage.push.answer(one, null);
    const left = await stage.world.database.db.select().from(walletDevices);
    expect(left.map(({ deviceId }) => deviceId)).toEqual(['phone-2']);
  });
});

test('a change and a run do not wait for each other', async () => {
  const { people, passes, orderId } = await buyPasses(teamOfTen(), [0, 1]);
  await register(passes[0]);
  await register(passes[1]);
  const open = await stage.world.database.pool.connect();
  await open.query('BEGIN');
  await open.query(`UPDATE registrations SET first_name = 'Late' WHERE id = ${people[0]!.id}`);
  // All passes are due, and one is locked by a change.
  const moved = inAnotherHall(stage.world);
  await runJob(moved);
  expect((await changedSince('phone-1', '0'))!.serialNumbers).toEqual([passes[1].serialNumber]);
  await open.query('COMMIT');
  open.release();
  await runJob(moved);
  expect((await changedSince('phone-1', '0'))!.serialNumbers).toEqual([
    passes[1].serialNumber,
    passes[0].serialNumber,
  ]);
  const rows = await stage.world.database.db
    .select()
    .from(walletPasses)
    .where(eq(walletPasses.orderId, orderId));
  expect(rows.filter(({ isDue }) => isDue)).toEqual([]);
});

test('a pass that is first requested while its ticket changes shows the change', async () => {
  const { people, orderId, transactionId } = await buyPasses();
  const { db, pool } = stage.world.database;
  await db.delete(walletPasses);
  const open = await pool.connect();
  await open.query('BEGIN');
  await open.query(`SELECT FROM orders WHERE id = ${orderId} FOR UPDATE`);
  await open.query(`UPDATE registrations SET first_name = 'Late' WHERE id = ${people[0]!.id}`);
  const requested = stage.world.visitor().get(`/api/order/${transactionId}/tickets/${people[0]!.id}/pass`);
  try {
    await eventuallyWaiting(pool, 1);
  } finally {
    await open.query('COMMIT');
    open.release();
  }
  const { pass } = readPass(await (await requested).arrayBuffer(), stage.authority);
  expect(pass.eventTicket.secondaryFields[0].value).toBe('Late Sample');
});

test('phones’ reports are summarized in the log, ten per minute and address', async () => {
  const { log, lines } = listen();
  const time = new Date();
  const app = createApp({ ...stage.world.dependencies, log, protocolNow: () => time }, noPages);
  const report = (logs: unknown) =>
    app.request(
      `${stage.world.siteUrl}${V1}/log`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logs }),
      },
      { incoming: { socket: { remoteAddress: '203.0.113.9' } } },
    );
  const secret =
    'Get serial #s task (for device 7aec1b, pass type p; with web service url u) encountered error: Unexpected response code 500';
  expect((await report([secret, 'jane@example.org', 7])).status).toBe(200);
  const [{ messages, tasks, statuses, msg }] = lines() as [Record<string, unknown>];
  expect({ messages, tasks, statuses, msg }).toEqual({
    messages: 2,
    tasks: ['Get serial #s', 'Web service'],
    statuses: [500],
    msg: 'a phone reported a problem with a pass',
  });
  expect(JSON.stringify(lines())).not.toMatch(/7aec1b|jane/);
  for (const odd of [[], null, 'text', [7]]) expect((await report(odd)).status).toBe(200);
  expect(lines()).toHaveLength(1);
  for (let n = 0; n < 12; n += 1) await report([secret]);
  expect(lines()).toHaveLength(10);
});
