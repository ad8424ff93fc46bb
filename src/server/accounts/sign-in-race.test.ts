import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePeople } from '#sandbox/oidc/people.ts';
import { createWorld, type World } from '#test/world.ts';
import { jobContext } from '../context.ts';
import { users } from '../db/tables.ts';
import type { Session } from '../http/sessions.ts';
import { signIn } from './sign-in.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test('people whose first sign-ins come at once, from several devices, are each one person', async () => {
  const session = { data: {}, change: async () => {}, renew: async () => {}, destroy: async () => {} } as Session;
  const ctx = jobContext(world.dependencies, 'test');
  for (let round = 0; round < 20; round += 1) {
    const identity = {
      issuer: 'https://accounts.example.org', subject: `s${round}`, email: `p${round}@example.org`,
      isEmailVerified: true, firstName: null, lastName: null, pictureUrl: null,
    };
    await Promise.all(Array.from({ length: 6 }, () => signIn(ctx, session, identity)));
  }
  expect(await world.database.db.$count(users)).toBe(20);
  expect(samplePeople.length).toBeGreaterThan(1);
});
