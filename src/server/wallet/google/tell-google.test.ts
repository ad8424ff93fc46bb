import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { correct, inAnotherHall, updatePasses } from '#test/pass-updates.ts';
import { type GoogleServer, startGoogleServer } from '#test/sandbox/google-server.ts';
import { readWalletSettings, walletAccounts } from '#test/wallets.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../../db/drizzle.ts';
import { qrCodes, walletPasses } from '../../db/tables.ts';
import { createLog } from '../../log.ts';
import { applyRetention } from '../../privacy/apply-retention.ts';
import { erasePerson } from '../../privacy/erase-person.ts';

let world: World;
let google: GoogleServer;
beforeAll(async () => {
  google = await startGoogleServer();
  const { environment } = await walletAccounts();
  google.trust({ email: environment.GOOGLE_WALLET_EMAIL!, key: environment.GOOGLE_WALLET_KEY! });
  const settings = readWalletSettings({
    ...environment,
    GOOGLE_WALLET_URL: google.url,
    GOOGLE_TOKEN_URL: google.tokenUrl,
  });
  // Without Apple, whose passes aren't tested here.
  world = await createWorld({ settings: { ...settings, appleWallet: null } });
});
beforeEach(async () => {
  google.respondWith(null);
  await world.database.db.delete(walletPasses);
});
afterAll(async () => {
  await world.stop();
  await google.stop();
});

const runJob = (dependencies = world.dependencies) => updatePasses(dependencies);

let buyers = 0;

/** A paid order with links to its passes in Google Wallet. */
async function buyPass(changes: Record<string, unknown> = {}) {
  buyers += 1;
  const body = checkout({ firstName: 'Zoë', email: `zoe${buyers}@example.org`, ...changes });
  const { buyer, transactionId, order, registrations } = await buy(world, body);
  const person = registrations[0]!;
  const saved = await buyer.get(`/api/order/${transactionId}/tickets/${person.id}/google-pass`);
  return { orderId: order.id, person, link: saved.headers.get('location')! };
}

function venueOf(id: string) {
  const { venue } = google.classes.get(google.objects.get(id)!.classId as string)!;
  return (venue as { name: { defaultValue: { value: string } } }).name.defaultValue.value;
}

const isDue = async () =>
  (await world.database.db.select().from(walletPasses)).map((one) => one.googleVersion! < one.version);

describe('a pass that somebody saved in Google Wallet', () => {
  test('follows a correction, and keeps its code', async () => {
    const { person, link } = await buyPass();
    const id = await google.save(link);
    await runJob();
    expect(google.objects.get(id)).toMatchObject({ ticketHolderName: 'Zoë Sample' });
    await correct(world, person, { lastName: 'Smith', track: 'professionals' });
    await runJob();
    expect(google.objects.get(id)).toMatchObject({
      ...{ state: 'ACTIVE', ticketHolderName: 'Zoë Smith' },
      barcode: { value: person.qrCodeData },
      textModulesData: [{ header: 'Track', body: 'Professionals' }],
    });
    expect(await isDue()).toEqual([false]);
  });

  test('shows the new venue once the event changes', async () => {
    const [one, other] = [await buyPass(), await buyPass()];
    const [id, othersId] = [await google.save(one.link), await google.save(other.link)];
    await correct(world, other.person, { firstName: 'Robin', email: 'robin@example.org' });
    const moved = inAnotherHall(world);
    await runJob(moved);
    const { name } = world.dependencies.content.event.venue;
    // The other has ended.
    expect([venueOf(id), venueOf(othersId), await isDue()]).toEqual(['Another Hall', name, [false, false]]);
    // Google already has the class.
    await correct(world, one.person, { lastName: 'Smith' });
    await runJob(moved);
    expect([venueOf(id), google.objects.get(id)!.ticketHolderName]).toEqual(['Another Hall', 'Zoë Smith']);
  });

  test('has a long name cut between characters, not within one', async () => {
    const { link } = await buyPass({ firstName: `${'Z'.repeat(31)}🙂` });
    expect(google.objects.get(await google.save(link))!.ticketHolderName).toBe(`${'Z'.repeat(31)}🙂…`);
  });

  test('is inactive once its ticket belongs to somebody else: it says so, has no code, and names nobody', async () => {
    const { person, link } = await buyPass();
    const id = await google.save(link);
    await correct(world, person, { firstName: 'Robin', email: 'robin@example.org' });
    await runJob();
    const object = google.objects.get(id)!;
    expect(object).toMatchObject({
      state: 'INACTIVE',
      textModulesData: [{ header: 'Status', body: expect.stringMatching(/^This ticket was replaced on /) }],
    });
    expect(JSON.stringify(object)).not.toMatch(new RegExp(`Zoë|Robin|${person.qrCodeData}`));
  });

  test('of a refunded order is inactive, and names nobody after an erasure', async () => {
    const { person, link, orderId } = await buyPass();
    const id = await google.save(link);
    const body = { refundId: crypto.randomUUID(), amount: 20_00 };
    await (await world.staff()).post(`/api/admin/orders/${orderId}/refund`, body);
    await runJob();
    expect(google.objects.get(id)).toMatchObject({
      textModulesData: [{ header: 'Status', body: 'This ticket was refunded.' }],
    });
    const other = await buyPass();
    const othersId = await google.save(other.link);
    await erasePerson(world.context(), other.person.email, { evenWithTicket: true });
    await runJob();
    expect(JSON.stringify(google.objects.get(othersId))).not.toMatch(
      new RegExp(`Zoë|${other.person.qrCodeData}|${person.qrCodeData}`),
    );
    expect(await isDue()).toEqual([false, false]);
  });

  test('names nobody once its period is over, and is kept until Google accepts that', async () => {
    const { person, link } = await buyPass();
    const id = await google.save(link);
    await runJob();
    const { db } = world.database;
    await db.update(walletPasses).set({ madeAt: new Date('2025-09-01T00:00:00Z') });
    const retain = async (day: string) =>
      (await applyRetention({ ...world.context(), now: new Date(day) })).passes;
    expect(await retain('2025-10-22')).toBe(0);
    google.respondWith(500);
    await runJob();
    expect(await retain('2025-10-23')).toBe(0);
    google.respondWith(null);
    await runJob();
    const object = google.objects.get(id)!;
    expect(object).toMatchObject({
      state: 'INACTIVE',
      textModulesData: [{ header: 'Status', body: 'This event is over.' }],
    });
    expect(JSON.stringify(object)).not.toMatch(new RegExp(`Zoë|${person.qrCodeData}`));
    expect([await retain('2025-10-24'), await db.$count(walletPasses)]).toEqual([1, 0]);
  });
});

test('an unsaved pass is not an error, and a pass without a link causes no request', async () => {
  const { person } = await buyPass();
  await correct(world, person, { lastName: 'Smith' });
  await runJob();
  expect(await isDue()).toEqual([false]);
  const [code] = await world.database.db.select().from(qrCodes).where(eq(qrCodes.registrationId, person.id));
  await world.database.db
    .update(walletPasses)
    .set({ googleVersion: null })
    .where(eq(walletPasses.codeId, code!.id));
  google.respondWith(500);
  await correct(world, { ...person, lastName: 'Smith' }, { lastName: 'Sample' });
  expect(await logOfJob()).toBe('');
});

test.each([401, 429, 500])(
  'a request that Google answers with %i is retried, and its log names nobody',
  async (status) => {
    const { person, link } = await buyPass();
    const id = await google.save(link);
    await correct(world, person, { lastName: 'Smith' });
    google.respondWith(status);
    const log = await logOfJob();
    expect(log).toContain('Google was not notified of changed passes');
    expect(log).toContain(`${status} from Google`);
    expect(log).not.toMatch(/Zoë|Smith|Bearer|ey[A-Za-z]/);
    expect(await isDue()).toEqual([true]);
    google.respondWith(null);
    await runJob();
    expect([google.objects.get(id)!.ticketHolderName, await isDue()]).toEqual(['Zoë Smith', [false]]);
  },
);

/** What the job logs. */
async function logOfJob(): Promise<string> {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  await runJob({ ...world.dependencies, log: createLog('warn', destination) });
  return text;
}
