import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ERASED } from '#domain/erased.ts';
import { checkout } from '#test/factories.ts';
import { mailsOf } from '#test/mails-of.ts';
import { type BoughtTeam, buyTeam, keyIn } from '#test/team-stage.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { mails, orders, registrationAudit } from '../db/tables.ts';
import { sendMail } from '../orders/mails/send-mail.ts';
import { nudgeTeams, previewNudge, remindTeams } from './remind-teams.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.moveClock(EARLY_BIRD));
afterAll(() => world.stop());

const FOURTEEN = '2025-09-04T15:00:00Z';
const SEVEN = '2025-09-11T15:00:00Z';

const remindedOf = async ({ id }: BoughtTeam) =>
  (await mailsOf(world, id, 'team_reminder')).map((mail) => mail.subjectKey);
const seven = () =>
  Array.from({ length: 7 }, () => {
    const firstName = `R${randomUUID().slice(0, 8)}`;
    return { firstName, lastName: 'Sample', email: `${firstName}@example.org`.toLowerCase() };
  });

test('buyers of teams with free seats get each reminder once, however often the job runs', async () => {
  const [team, full] = [await buyTeam(world), await buyTeam(world)];
  const single = await buyTeam(world, { body: checkout({ email: 'single@example.org' }) });
  await single.free('Jane');
  await full.name(seven());
  // The last seat that is left, returned for a refund.
  const last = await buyTeam(world);
  await world.database.db.update(orders).set({ seatsReturned: 9 }).where(eq(orders.id, last.id));
  for (const one of ['Ada', 'Bo', 'Jane']) await last.free(one);
  await remindTeams(world.context());
  expect(await remindedOf(team)).toEqual([]);
  world.moveClock(FOURTEEN);
  await Promise.all([1, 2, 3].map(() => remindTeams(world.context())));
  await remindTeams(world.context());
  expect(await remindedOf(team)).toEqual(['reminder:2025-09-18:14']);
  for (const other of [full, single, last]) expect(await remindedOf(other)).toEqual([]);
  world.moveClock(SEVEN);
  await remindTeams(world.context());
  expect(await remindedOf(team)).toEqual(['reminder:2025-09-18:14', 'reminder:2025-09-18:7']);
});

test('after the event is moved, the reminders for the new deadline go out, too', async () => {
  const team = await buyTeam(world);
  world.moveClock(FOURTEEN);
  await remindTeams(world.context());
  const ctx = world.context();
  const deadlines = { ...ctx.content.deadlines, namingEndsOn: '2025-09-25' };
  const moved = { ...ctx, content: { ...ctx.content, deadlines }, now: new Date(SEVEN) };
  await Promise.all([1, 2].map(() => remindTeams(moved)));
  expect(await remindedOf(team)).toEqual(['reminder:2025-09-18:14', 'reminder:2025-09-25:14']);
});

test('a seat that becomes free after a reminder waits for the next', async () => {
  const team = await buyTeam(world);
  await team.name(seven());
  world.moveClock(FOURTEEN);
  await remindTeams(world.context());
  world.moveClock('2025-09-08T07:00:00Z');
  await team.free('Bo');
  await remindTeams(world.context());
  expect(await remindedOf(team)).toEqual([]);
  world.moveClock(SEVEN);
  await remindTeams(world.context());
  expect(await remindedOf(team)).toEqual(['reminder:2025-09-18:7']);
});

test('a stop with a key that cannot be one is refused', async () => {
  for (const key of ['0'.repeat(28), `${'0'.repeat(24)}%00`]) {
    const response = await world.visitor().request(`/team/${key}?reminders=off`, { method: 'POST' });
    expect([key, response.status]).toEqual([key, 404]);
  }
});

test('nobody is reminded after a stop or a refund; one POST by a mail program stops reminders', async () => {
  const [stopped, refunded, ongoing] = [await buyTeam(world), await buyTeam(world), await buyTeam(world)];
  // As mail programs send it (RFC 8058): a form post without cookies or origin.
  const response = await world.visitor().request(`/team/${stopped.key}?reminders=off`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(204);
  expect((await stopped.look()).remindersStoppedAt).not.toBe(null);
  await world.database.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, refunded.id));
  world.moveClock(FOURTEEN);
  await remindTeams(world.context());
  expect([await remindedOf(stopped), await remindedOf(refunded)]).toEqual([[], []]);
  expect(await remindedOf(ongoing)).toEqual(['reminder:2025-09-18:14']);

  await world.visitor().post(`/api/order/${stopped.key}/reminders/resume`, {});
  await remindTeams(world.context());
  expect(await remindedOf(stopped)).toEqual(['reminder:2025-09-18:14']);
});

test('a reminder that waits to be sent is dropped once reminders are stopped', async () => {
  const team = await buyTeam(world);
  world.moveClock(FOURTEEN);
  await remindTeams(world.context());
  const reminder = async () => (await mailsOf(world, team.id, 'team_reminder'))[0]!;
  await expect.poll(async () => (await reminder()).sentAt, { timeout: 10_000 }).not.toBeNull();
  await world.visitor().post(`/api/order/${team.key}/reminders/stop`, {});
  const { id } = await reminder();
  await world.database.db.update(mails).set({ sentAt: null }).where(eq(mails.id, id));
  await sendMail(world.context(), id);
  expect(await reminder()).toMatchObject({ sentAt: null, failure: 'The reminder is no longer wanted.' });
});

test('the mail lists the free seats, and can be stopped by a link and by a header', async () => {
  const team = await buyTeam(world);
  const asked = (await team.link({ mailTo: 'asked@example.org' })).body;
  const { body } = await team.link({ forTeam: true });
  world.moveClock(FOURTEEN);
  await remindTeams(world.context());
  const mine = async () =>
    (await world.sandbox.mailbox.messages()).find(
      (one) => /need a name/.test(one.subject) && one.text?.includes(team.key),
    );
  await expect.poll(async () => (await mine())?.id, { timeout: 10_000 }).toBeDefined();
  const { id, text, html, subject } = (await mine())!;
  const raw = await (await fetch(`${world.sandbox.url}/mailbox/${id}/source`)).text();
  const headers = raw.split('\r\n\r\n')[0]!.replaceAll(/\r\n\s+/g, ' ');
  expect(subject).toMatch(/^7 seats still need a name/);
  for (const said of [
    'Seat 4',
    'asked@example.org',
    keyIn(asked.invitations[0]!.url),
    'Seat 10',
    `/team/${team.key}`,
    keyIn(body.teamLink!.url),
  ]) {
    expect(text).toContain(said);
    expect(html).toContain(said);
  }
  expect(text).toContain(`${world.siteUrl}/team/${team.key}?reminders=off`);
  expect(headers).toContain(`List-Unsubscribe: <${world.siteUrl}/team/${team.key}?reminders=off>`);
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('staff remind all teams but those of erased buyers, each at most once a day, after seeing the number of mails', async () => {
  const [team, stopped] = [await buyTeam(world), await buyTeam(world)];
  await world.visitor().post(`/api/order/${stopped.key}/reminders/stop`, {});
  const staff = await world.staff();
  const preview = async () => (await staff.get('/api/admin/team-nudge')).json();
  const { orders: wanting } = await preview();
  const erased = await buyTeam(world);
  expect((await preview()).orders).toBe(wanting + 1);
  await world.database.db
    .update(orders)
    .set({ organizerEmail: ERASED.email })
    .where(eq(orders.id, erased.id));
  const before = await preview();
  expect(before.orders).toBe(wanting);
  expect(before.nudgedToday).toBe(0);
  expect((await staff.post('/api/admin/team-nudge', { orders: before.orders + 1 })).status).toBe(409);
  const responses = await Promise.all(
    [1, 2].map(async () => (await staff.post('/api/admin/team-nudge', { orders: before.orders })).json()),
  );
  expect(responses.reduce((sum, one) => sum + (one.mails ?? 0), 0)).toBe(before.orders);
  expect(await preview()).toEqual({ orders: 0, freeSeats: 0, nudgedToday: before.orders });
  expect(await remindedOf(team)).toEqual(['nudge:2025-07-15']);
  expect(await remindedOf(stopped)).toEqual([]);
  expect(await remindedOf(erased)).toEqual([]);
  world.moveClock('2025-07-16T16:00:00Z');
  expect((await preview()).orders).toBe(before.orders);
});

test('if a mail cannot be stored, the audit still says that staff reminded the teams before it', async () => {
  const [first, second] = [await buyTeam(world), await buyTeam(world)];
  const { db, pool } = world.database;
  const presses = () => db.$count(registrationAudit, eq(registrationAudit.action, 'teams_nudged'));
  const before = await presses();
  await pool.query(`ALTER TABLE mails ADD CONSTRAINT no_mail CHECK (order_id <> ${second.id}) NOT VALID`);
  const ctx = world.context();
  await expect(nudgeTeams(ctx, (await previewNudge(ctx)).orders)).rejects.toThrow();
  await pool.query('ALTER TABLE mails DROP CONSTRAINT no_mail');
  expect([await remindedOf(first), await remindedOf(second)]).toEqual([['nudge:2025-07-15'], []]);
  expect(await presses()).toBe(before + 1);
});
