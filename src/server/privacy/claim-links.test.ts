import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamOfTen } from '#test/factories.ts';
import { buyTeam, keyIn, post } from '#test/team-stage.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { claimLinks } from '../db/tables.ts';
import { applyRetention } from './apply-retention.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const buyer = (email: string) =>
  buyTeam(world, { body: teamOfTen({ email, firstName: 'Quill', teamMembers: [] }) });
const linksOf = (orderId: number) =>
  world.database.db
    .select()
    .from(claimLinks)
    .where(eq(claimLinks.orderId, orderId))
    .orderBy(claimLinks.createdAt);
const look = async (url: string) =>
  (await post<object>(world.visitor(), '/api/claim/look', { key: keyIn(url) })).body.code;

test('an invited person can export the stored invitation, without the secret, and be erased', async () => {
  const team = await buyer('first@example.org');
  const { body } = await team.link({ mailTo: 'Invited@example.org', personalLine: 'Dear Invited' });
  const { body: more } = await team.link({ mailTo: 'other@example.org', personalLine: 'Hello' });
  const exported = await exportPerson(world.context(), 'invited@example.org');
  expect(exported.invitations).toMatchObject([
    { mailedTo: 'Invited@example.org', personalLine: 'Dear Invited' },
  ]);
  expect(JSON.stringify(exported)).not.toContain(keyIn(body.invitations[0]!.url));

  await erasePerson(world.context(), 'invited@example.org', { evenWithTicket: false });
  const [erased, kept] = await linksOf(team.id);
  expect(erased).toMatchObject({ mailedTo: null, personalLine: null });
  expect(kept).toMatchObject({ mailedTo: 'other@example.org', personalLine: 'Hello', withdrawnAt: null });
  expect(await look(body.invitations[0]!.url)).toBe('claim_withdrawn');
  expect(await look(more.invitations[1]!.url)).toBe(undefined);
});

test('an erased buyer’s links no longer give a seat', async () => {
  const team = await buyer('second@example.org');
  const { body } = await team.link({ forTeam: true });
  const { body: single } = await team.link({ mailTo: 'friend@example.org', personalLine: 'Yours, Quill' });
  await erasePerson(world.context(), 'second@example.org', { evenWithTicket: true });
  for (const one of await linksOf(team.id)) {
    expect([one.mailedTo, one.personalLine, one.withdrawnAt === null]).toEqual([null, null, false]);
  }
  expect(await look(body.teamLink!.url)).toBe('claim_withdrawn');
  expect(await look(single.invitations[0]!.url)).toBe('claim_withdrawn');
});

test('retention blanks the links with their orders', async () => {
  const team = await buyer('third@example.org');
  await team.link({ mailTo: 'late@example.org', personalLine: 'Hello' });
  const left = await buyer('fourth@example.org');
  await erasePerson(world.context(), 'fourth@example.org', { evenWithTicket: true });
  // A colleague with the team page invites somebody afterward.
  expect((await left.link({ mailTo: 'later@example.org', personalLine: 'Hello' })).status).toBe(200);
  world.moveClock('2040-01-01T00:00:00Z');
  await applyRetention(world.context());
  for (const [link] of [await linksOf(team.id), await linksOf(left.id)]) {
    expect(link).toMatchObject({ mailedTo: null, personalLine: null });
    expect(link!.withdrawnAt).not.toBe(null);
  }
});
