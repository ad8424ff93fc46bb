import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsOf } from '#test/mails-of.ts';
import { buyTeam, keyIn, post } from '#test/team-stage.ts';
import { createWorld, type World } from '#test/world.ts';
import { remindTeams } from './remind-teams.ts';

let world: World;
let logged = '';
beforeAll(async () => {
  const stream = {
    write(line: string) {
      logged += line;
    },
  };
  world = await createWorld({ ticketMails: true, log: pino({ level: 'trace' }, stream) });
});
afterAll(() => world.stop());

test('the log never contains a claim link’s secret or an order’s key', async () => {
  const team = await buyTeam(world);
  const { body } = await team.link({ mailTo: 'guest@example.org', personalLine: 'Hello' });
  const key = keyIn(body.invitations[0]!.url);
  const visitor = world.visitor();
  const person = { firstName: 'Cy', lastName: 'Sample', email: 'cy@example.org' };
  await expect
    .poll(async () => (await team.look()).invitations[0]?.mail?.state, { timeout: 10_000 })
    .toBe('sent');
  await post(visitor, '/api/claim/look', { key });
  await post(visitor, '/api/claim', { key, ...person, email: 'broken' });
  await post(visitor, '/api/claim', { key, ...person });
  await post(visitor, '/api/claim', { key, ...person });
  await post(visitor, '/api/claim/look', { key: `${key.slice(0, -1)}0` });
  await team.withdraw(body.invitations[0]!.id);
  world.moveClock('2025-09-04T15:00:00Z');
  await remindTeams(world.context());
  const reminder = async () => (await mailsOf(world, team.id, 'team_reminder'))[0];
  await expect.poll(async () => (await reminder())?.sentAt, { timeout: 10_000 }).toBeInstanceOf(Date);
  await world.visitor().request(`/team/${team.key}?reminders=off`, { method: 'POST' });
  expect(logged).toContain('a mail was sent');
  expect(logged).not.toContain(key.slice(0, 12));
  expect(logged).not.toContain(team.key.slice(0, 12));
  expect(logged).not.toContain('guest@example.org');
});

test('pages with a secret in their address send no referrer and are not cached', async () => {
  for (const page of ['/claim', `/team/${'0'.repeat(28)}`, `/team/${'0'.repeat(28)}?reminders=off`]) {
    const { headers } = await world.visitor().get(page);
    expect([page, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      page,
      'no-referrer',
      'no-store',
    ]);
  }
});
