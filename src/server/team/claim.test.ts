import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { mailsOf } from '#test/mails-of.ts';
import { type BoughtTeam, buyTeam, type CallResult, keyIn, post } from '#test/team-stage.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, stopClock, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { eventCapacity, mails, orders, qrCodes, rateLimits, registrations } from '../db/tables.ts';
import { sendMail } from '../orders/mails/send-mail.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  staff = await world.staff();
  await world.database.db.update(eventCapacity).set({ maxCapacity: 2000 });
});
beforeEach(() => world.moveClock(EARLY_BIRD));
afterAll(() => world.stop());

let guests = 0;
function guest() {
  guests += 1;
  const email = `claimer${guests}@example.org`;
  return { firstName: `Claimer${guests}`, lastName: 'Sample', email, track: 'caregivers' };
}

const claim = (key: string, person: object = guest()) =>
  post<{ pageKey: string }>(world.visitor(), '/api/claim', { ...person, key });
const look = (key: string) =>
  post<{ teamName: string; seatsLeft: number; forTeam: boolean }>(world.visitor(), '/api/claim/look', {
    key,
  });

/** The secret of a new link. */
async function linkOf(
  team: BoughtTeam,
  { id = randomUUID() as string, ...more }: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { body } = await team.link({ id, ...more });
  const link = [...body.invitations, ...(body.teamLink ? [body.teamLink] : [])].find((one) => one.id === id)!;
  return keyIn(link.url);
}

/** A team with all but `free` seats named. */
async function teamWith(free: number): Promise<BoughtTeam> {
  const team = await buyTeam(world);
  await team.name(Array.from({ length: 7 - free }, () => guest()));
  return team;
}

const atDesk = ({ id }: BoughtTeam, what: string) => `/api/admin/orders/${id}/${what}`;

describe('a link for one seat', () => {
  test('is mailed even if its id has capital letters', async () => {
    const team = await buyTeam(world);
    await team.link({ id: randomUUID().toUpperCase(), mailTo: 'capital@example.org' });
    const states = async () => (await team.look()).invitations.map((one) => one.mail?.state);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['sent']);
  });

  test('reveals the team’s name and nothing about its people', async () => {
    const team = await buyTeam(world);
    const { status, body } = await look(
      await linkOf(team, { mailTo: 'cara@example.org', personalLine: 'Hi!' }),
    );
    expect([status, body]).toEqual([
      200,
      {
        teamName: 'Sample School',
        eventType: 'conference',
        forTeam: false,
        seatsLeft: 1,
        namingEndsOn: '2025-09-18',
      },
    ]);
    const alone = await buyTeam(world, {
      body: checkout({ organization: null, email: 'alone@example.org' }),
    });
    await alone.free('Jane');
    expect((await look(await linkOf(alone))).body.teamName).toBe('Jane');
    const linking = await buyTeam(world, {
      body: teamOfTen({ organization: 'Prizes at bad.example', email: 'linking@example.org' }),
    });
    expect((await look(await linkOf(linking))).body.teamName).toBe('Jane');
  });

  test('gives the person who opens it one seat and their ticket, once', async () => {
    const team = await buyTeam(world);
    const key = await linkOf(team);
    const person = guest();
    const { status, body } = await claim(key, person);
    expect(status).toBe(200);
    const [row] = await world.database.db
      .select({ pageKey: qrCodes.pageKey, id: registrations.id })
      .from(registrations)
      .innerJoin(qrCodes, eq(qrCodes.registrationId, registrations.id))
      .where(eq(registrations.email, person.email));
    expect(body.pageKey).toBe(row!.pageKey);
    expect((await mailsOf(world, team.id, 'ticket')).map((mail) => mail.recipient)).toContain(person.email);
    const again = await claim(key);
    expect([again.status, again.body.code]).toEqual([409, 'claim_used']);
    expect((await look(key)).body.code).toBe('claim_used');
    expect((await team.look()).invitations).toEqual([]);
    const audit = await auditRows(world, { orderId: team.id });
    expect(audit.slice(-3).map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['claim_link_created', 'buyer'],
      ['attendee_added', 'claimant'],
      ['seat_claimed', 'claimant'],
    ]);
  });

  test('says if it was withdrawn or its deadline has passed', async () => {
    const team = await buyTeam(world);
    const [first, second] = [await linkOf(team), await linkOf(team)];
    await team.withdraw((await team.look()).invitations[0]!.id);
    expect((await claim(first)).body.code).toBe('claim_withdrawn');
    world.moveClock('2025-09-19T06:00:00Z');
    const late = await claim(second);
    expect([late.body.code, late.body.message]).toEqual([
      'naming_over',
      'This link worked until September 18, 2025. Please contact the person who sent it to you, or ask at the help desk at the door.',
    ]);
  });

  test.each(['refunded', 'review'] as const)(
    'says nothing about the payment of an order: %s',
    async (status) => {
      const team = await buyTeam(world);
      const key = await linkOf(team);
      await world.database.db.update(orders).set({ paymentStatus: status }).where(eq(orders.id, team.id));
      for (const { body } of [await look(key), await claim(key)])
        expect([body.code, body.message]).toEqual([
          'order_not_paid',
          'This team’s seats cannot be claimed right now. Please contact the person who sent you the link.',
        ]);
    },
  );

  test('is mailed by the site with a personal line, unless it was withdrawn before', async () => {
    const team = await buyTeam(world);
    const mailTo = 'invited@example.org';
    const made = await team.link({ mailTo, personalLine: 'See you <b>there</b>!' });
    expect(made.body.invitations[0]!.mailedTo).toBe(mailTo);
    const state = async () => (await team.look()).invitations[0]!.mail?.state;
    await expect.poll(state, { timeout: 10_000 }).toBe('sent');
    const linked = await team.link({
      mailTo: 'inv@example.org',
      personalLine: 'Claim it at bad.example now',
    });
    expect([linked.status, linked.body.fields]).toEqual([400, { personalLine: 'Please don’t add links' }]);
    const three = [await team.link({ mailTo }), await team.link({ mailTo }), await team.link({ mailTo })];
    expect(three.map((one) => one.status)).toEqual([200, 200, 429]);
    const [mail] = await mailsOf(world, team.id, 'claim_invitation');
    await team.withdraw(made.body.invitations[0]!.id);
    const { db } = world.database;
    const itself = eq(mails.id, mail!.id);
    await db.update(mails).set({ sentAt: null }).where(itself);
    await sendMail(world.context(), mail!.id);
    const [withdrawn] = await db.select().from(mails).where(itself);
    expect(withdrawn).toMatchObject({ sentAt: null, failure: 'The link was used or withdrawn.' });
  });

  test('never outnumbers the free seats, and a retried call makes only one', async () => {
    const team = await teamWith(2);
    const id = randomUUID();
    const twice = await Promise.all([team.link({ id }), team.link({ id })]);
    expect(twice.map((one) => one.status)).toEqual([200, 200]);
    expect((await team.look()).invitations).toHaveLength(1);
    expect((await (await teamWith(2)).link({ id })).body.code).toBe('changed_meanwhile');
    const rest = await Promise.all([team.link(), team.link(), team.link()]);
    expect(rest.map((one) => one.status).toSorted()).toEqual([200, 409, 409]);
    expect(rest.find((one) => one.status === 409)!.body.code).toBe('seats_invited');
  });

  test('is retried only to the same address, and only until it is withdrawn', async () => {
    const team = await teamWith(3);
    const id = randomUUID();
    const mailTo = 'typo@example.org';
    await team.link({ id, mailTo });
    expect((await team.link({ id, mailTo })).status).toBe(200);
    const refused = [await team.link({ id, mailTo: 'right@example.org' }), await team.link({ id })];
    expect(refused.map(({ body }) => [body.code, body.message])).toEqual([
      ['changed_meanwhile', expect.stringContaining('created an invitation to typo@example.org.')],
      ['changed_meanwhile', expect.stringContaining('created an invitation to typo@example.org.')],
    ]);
    await team.withdraw(id);
    expect((await team.link({ id, mailTo })).body.code).toBe('changed_meanwhile');
    expect((await team.link({ mailTo: 'right@example.org' })).body.invitations).toHaveLength(1);
  });

  test('reserves its seat against the buyer’s list unless the same call withdraws it (R-TEAM-2)', async () => {
    const team = await teamWith(2);
    const key = await linkOf(team, { mailTo: 'kept@example.org' });
    const refused = await team.name([guest(), guest()]);
    expect([refused.status, refused.body.code]).toEqual([409, 'seats_invited']);
    expect(refused.body.message).toContain('kept@example.org');
    const insteadOf = (await team.look()).invitations.map((one) => one.id);
    expect((await team.name([guest(), guest()], { insteadOf })).body.freeSeats).toBe(0);
    expect((await claim(key)).body.code).toBe('claim_withdrawn');
  });

  test.each([
    [
      'the order’s own form',
      (team: BoughtTeam) => post(world.visitor(), `/api/order/${team.key}/attendees`, guest()),
    ],
    ['the desk', (team: BoughtTeam) => post(staff, atDesk(team, 'add-attendee'), guest())],
    ['the desk, for the organizer', (team: BoughtTeam) => post(staff, atDesk(team, 'ensure-organizer'), {})],
  ])('reserves its seat against %s until it is withdrawn', async (_who, name) => {
    const team = await teamWith(2);
    await team.free('Jane');
    await team.name([guest(), guest()]);
    const { email: mailTo } = guest();
    const key = await linkOf(team, { mailTo });
    const refused = await name(team);
    expect([refused.status, refused.body.code]).toEqual([409, 'seats_invited']);
    expect(refused.body.message).toContain(mailTo);
    await team.withdraw((await team.look()).invitations[0]!.id);
    expect((await name(team)).status).toBe(200);
    expect((await claim(key)).body.code).toBe('claim_withdrawn');
  });

  test('that can no longer be used reserves no seat', async () => {
    const team = await teamWith(1);
    await linkOf(team);
    world.moveClock('2025-09-19T12:00:00Z');
    expect((await post(staff, atDesk(team, 'add-attendee'), guest())).status).toBe(200);
  });
});

describe('the team’s link', () => {
  test('gives seats until all are named or reserved, and counts them', async () => {
    const team = await teamWith(3);
    const key = await linkOf(team, { forTeam: true });
    await linkOf(team);
    expect((await look(key)).body.seatsLeft).toBe(2);
    expect((await claim(key)).status).toBe(200);
    const last = guest();
    expect((await claim(key, last)).status).toBe(200);
    const late = await claim(key);
    expect([late.status, late.body.code]).toEqual([409, 'team_full']);
    // A retry, if the response was lost, and then a namesake.
    expect((await claim(key, last)).body.code).toBe('same_person');
    expect((await claim(key, { ...last, isSecondPerson: true })).body.code).toBe('team_full');
    expect((await team.look()).invitations).toHaveLength(1);
  });

  test('exists once at a time', async () => {
    const team = await buyTeam(world);
    const responses = await Promise.all([team.link({ forTeam: true }), team.link({ forTeam: true })]);
    expect(responses.map((one) => one.status).toSorted()).toEqual([200, 409]);
    const first = keyIn((await team.look()).teamLink!.url);
    await team.withdraw((await team.look()).teamLink!.id);
    expect((await team.link({ forTeam: true })).status).toBe(200);
    expect((await claim(first)).body.code).toBe('claim_withdrawn');
  });

  test('distinguishes a namesake from a retry', async () => {
    const team = await buyTeam(world);
    const key = await linkOf(team, { forTeam: true });
    const person = guest();
    expect((await claim(key, person)).status).toBe(200);
    const again = await claim(key, person);
    expect([again.status, again.body.code, again.body.pageKey]).toEqual([409, 'same_person', undefined]);
  });
});

describe('races', () => {
  test('of ten concurrent claims of the last free seat, one succeeds', async () => {
    const team = await teamWith(1);
    const key = await linkOf(team, { forTeam: true });
    const responses = await Promise.all(Array.from({ length: 10 }, () => claim(key)));
    expect(responses.map((one) => one.body.code ?? one.status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 'team_full'),
    ]);
    const seen = await team.look();
    expect([seen.people.length, seen.freeSeats]).toEqual([10, 0]);
  });

  test('of ten concurrent claims with one personal link, one succeeds', async () => {
    const team = await buyTeam(world);
    const key = await linkOf(team);
    const responses = await Promise.all(Array.from({ length: 10 }, () => claim(key)));
    expect(responses.filter((one) => one.status === 200)).toHaveLength(1);
    expect((await team.look()).people).toHaveLength(4);
  });

  test('a claim while the buyer names the same seat: one succeeds', async () => {
    const team = await teamWith(1);
    const key = await linkOf(team, { forTeam: true });
    for (let round = 0; round < 3; round += 1) {
      const [claimer, person] = [guest(), guest()];
      const [claimed, named] = await Promise.all([claim(key, claimer), team.name([person])]);
      expect([claimed.status, named.status].toSorted()).toEqual([200, 409]);
      expect((await team.look()).people).toHaveLength(10);
      await team.free((claimed.status === 200 ? claimer : person).firstName);
    }
  });

  test('a claim of an invitation while the buyer names its seat instead: one succeeds', async () => {
    const team = await teamWith(1);
    for (let round = 0; round < 3; round += 1) {
      const key = await linkOf(team);
      const insteadOf = (await team.look()).invitations.map((one) => one.id);
      const [claimer, person] = [guest(), guest()];
      const [claimed, named] = await Promise.all([claim(key, claimer), team.name([person], { insteadOf })]);
      expect([claimed.status, named.status].toSorted()).toEqual([200, 409]);
      expect((await team.look()).people).toHaveLength(10);
      await team.free((claimed.status === 200 ? claimer : person).firstName);
    }
  });

  test.each([
    ['a claim', 'a withdrawal', [200, 'claim_used']],
    ['a withdrawal', 'a claim', [200, 'claim_withdrawn']],
  ])('%s wins against %s that waits for it', async (first, _, results) => {
    const team = await buyTeam(world);
    const key = await linkOf(team);
    const { id } = (await team.look()).invitations[0]!;
    const calls = [() => claim(key), () => team.withdraw(id)];
    if (first !== 'a claim') calls.reverse();
    const { db, pool } = world.database;
    const asked: Promise<CallResult<unknown>>[] = [];
    await db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, team.id)).for('update');
      for (const call of calls) {
        asked.push(call());
        await eventuallyWaiting(pool, asked.length);
      }
    });
    const [won, lost] = await Promise.all(asked);
    expect([won!.status, lost!.body.code]).toEqual(results);
    // The buyer isn't told to look for a ticket of their own.
    if (first === 'a claim')
      expect(lost!.body.message).toBe(
        'Someone has claimed this seat, so its invitation can no longer be withdrawn.',
      );
    expect((await team.look()).people).toHaveLength(first === 'a claim' ? 4 : 3);
  });
});

test('whoever has a link can use up the tries of that link, but not what the buyer needs to withdraw it', async () => {
  const team = await buyTeam(world);
  const id = randomUUID();
  const key = await linkOf(team, { id });
  for (let index = 0; index < 3; index += 1) expect((await look(key)).status).toBe(200);
  expect((await claim(key)).status).toBe(200);
  const counted = await world.database.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `claim:${id}`));
  expect(counted).toMatchObject([{ count: 1 }]);
  await world.database.db
    .update(rateLimits)
    .set({ count: 120 })
    .where(eq(rateLimits.key, `claim:${id}`));
  const other = await linkOf(team);
  expect([(await claim(key)).status, (await claim(other)).status]).toEqual([429, 200]);
});

test('wrong secrets are limited; valid ones from the same address are not', async () => {
  const key = await linkOf(await buyTeam(world));
  const guesser = world.visitor();
  const responses: number[] = [];
  for (let index = 0; index < 21; index += 1) {
    responses.push(
      (await post(guesser, '/api/claim/look', { key: `K${String(index).padStart(28, '0')}` })).status,
    );
  }
  expect(responses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  expect((await post(guesser, '/api/claim/look', { key })).status).toBe(200);
});
