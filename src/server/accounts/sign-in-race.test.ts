import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#test/world.ts';
import { registrationAudit, users } from '../db/tables.ts';
import type { SessionData } from '../http/session-data.ts';
import type { Session } from '../http/sessions.ts';
import { signIn } from './sign-in.ts';

const PEOPLE = 20;
const DEVICES = 6;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** A device's session, without its cookie. */
function openSession(): Session {
  let data: SessionData = {};
  const change = async (update: (stored: SessionData) => SessionData) => {
    data = update(data);
    return [];
  };
  return {
    mark: null,
    get data() {
      return data;
    },
    change,
    renew: async (update) => void (await change(update)),
    destroy: async () => void (await change(() => ({}))),
  };
}

function person(n: number, account = `account-${n}`) {
  const [firstName, lastName, pictureUrl] = ['Sample', `Person ${n}`, null];
  const email = `person-${n}@example.org`;
  const issuer = 'https://accounts.example.org';
  return { issuer, subject: account, email, isEmailVerified: true, firstName, lastName, pictureUrl };
}

test('signing in for the first time on several devices at once creates one person', async () => {
  for (let n = 0; n < PEOPLE; n += 1) {
    const sessions = Array.from({ length: DEVICES }, openSession);
    await Promise.all(sessions.map((session) => signIn(world.context(), session, person(n))));
    expect(new Set(sessions.map((session) => session.data.user?.id)).size).toBe(1);
  }
  expect(await world.database.db.$count(users)).toBe(PEOPLE);
  expect(await world.database.db.$count(registrationAudit)).toBe(PEOPLE * DEVICES);
});

test('an address that two accounts claim at once belongs to one of them', async () => {
  await world.database.db.delete(users);
  for (let n = 0; n < PEOPLE; n += 1) {
    const claims = ['old', 'new'].map((account) => person(n, `${account}-${n}`));
    await Promise.all(claims.map((claim) => signIn(world.context(), openSession(), claim)));
  }
  const rows = await world.database.db.select().from(users);
  expect(rows.map((row) => row.email).toSorted()).toEqual(
    Array.from({ length: PEOPLE }, (_, n) => person(n).email).toSorted(),
  );
});
