import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registrationNumber } from '#domain/codes.ts';
import { storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { newsletterSignups, orders, registrations } from '../db/tables.ts';

let world: World;
let staff: Visitor;
const numbers: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  await buy({ firstName: 'Jürgen', lastName: 'Müller', email: 'jm@example.org' });
  // The same letters in decomposed Unicode: a letter followed by its marks.
  await buy({
    firstName: 'Zoë'.normalize('NFD'),
    lastName: 'Ångström'.normalize('NFD'),
    email: 'za@example.org',
  });
  await buy({ firstName: 'John', lastName: 'Smith', email: 'js_1@example.org' });
  await buy({ firstName: '小龙', lastName: '李', email: 'lee@example.org' });
  await buy({ firstName: 'Siobhán', lastName: 'O’Neil', email: 'sn@example.org' });
  await buy({ firstName: 'Tim', lastName: "O'Shea", email: 'to@example.org' });
  await buy({ firstName: 'Γιώργος', lastName: 'Łukasz', email: 'gl@example.org' });
  await buyTeam('Paid', true, { firstName: 'Dvořák', lastName: 'Ines', email: 'ines@example.net' });
  await buyTeam('Open', false, { firstName: 'Renée', lastName: 'Later', email: 'renee@example.net' });
});
afterAll(() => world.stop());

async function buy(changes: Record<string, unknown>, pays = true, body = checkout(changes)): Promise<void> {
  const { orderId } = await (pays ? storePaid(world, body) : startCheckout(world, body));
  numbers[changes.lastName as string] = registrationNumber('DSS', orderId);
}

function buyTeam(lastName: string, pays: boolean, member: Record<string, string>): Promise<void> {
  const leader = { firstName: 'Lead', lastName, email: `${lastName}@example.org` };
  const teamMembers = [leader, member].map((one) => ({ ...one, track: 'caregivers' }));
  return buy(leader, pays, teamOfTen({ ...leader, teamMembers }));
}

const listed = (path: string, read: (row: Record<string, string>) => string) => async (search: string) => {
  const response = await staff.get(`${path}${encodeURIComponent(search)}`);
  return ((await response.json()) as Record<string, string>[])
    .map((row) => read(row).normalize('NFC'))
    .toSorted();
};
const ordersOf = listed('/api/admin/orders?search=', (row) => row.organizerLastName!);
const peopleOf = listed('/api/admin/registrations?search=', (row) => row.lastName!);
const peopleAtTheDoor = listed('/api/admin/registrations?paid=true&search=', (row) => row.lastName!);

test('a search for spaces alone finds everything', async () => {
  expect(await ordersOf(' ')).toEqual(await ordersOf(''));
});

describe.each([
  ['orders', ordersOf],
  ['registrations', peopleOf],
  ['the lookup at the door', peopleAtTheDoor],
])('a search of %s', (_, find) => {
  test.each([
    ['muller', 'Müller'],
    ['MÜLLER', 'Müller'],
    ['Müller'.normalize('NFD'), 'Müller'],
    ['angstrom', 'Ångström'],
    ['Zoë Ångström', 'Ångström'],
    ['Smith John', 'Smith'],
    ['hn smi', 'Smith'],
    ['  smith\u00a0john ', 'Smith'],
    ['JS_1@EXAMPLE.ORG', 'Smith'],
    ['李小龙', '李'],
    ['小龙 李', '李'],
    ['小龙', '李'],
    ["o'neil", 'O’Neil'],
    ['O’Neil', 'O’Neil'],
    ['oneil siobhan', 'O’Neil'],
    ['O’Shea', "O'Shea"],
    ['ΓΙΩΡΓΟΣ', 'Łukasz'],
    ['lukasz', 'Łukasz'],
  ])('for %j finds only %s', async (typed, lastName) => {
    expect(await find(typed)).toEqual([lastName]);
  });

  test.each(['s_1x', 'js%example', 'smith jane', 'muller@', '\\'])('for %j finds nobody', async (typed) => {
    expect(await find(typed)).toEqual([]);
  });

  test('accepts a registration number with or without its zeros', async () => {
    const number = numbers.Smith!;
    const id = Number(number.slice(3));
    for (const typed of [number, number.toLowerCase(), `DSS${id}`, `dss ${id}`, `DSS-${id}`]) {
      expect(await find(typed)).toEqual(['Smith']);
    }
    expect(await find('DSS99999999999')).toEqual([]);
  });
});

test('orders are found by any of their people, paid or not, even if removed', async () => {
  expect(await ordersOf('dvorak')).toEqual(['Paid']);
  expect(await ordersOf('Ines Dvorak')).toEqual(['Paid']);
  expect(await ordersOf('renee@example.net')).toEqual(['Open']);
  await world.database.db
    .update(registrations)
    .set({ voidedAt: world.context().now })
    .where(eq(registrations.email, 'ines@example.net'));
  expect(await ordersOf('dvorak')).toEqual(['Paid']);
});

test('orders are found by a part of the transaction id that is too long to be a name by chance', async () => {
  const { db } = world.database;
  const id = '0ADAMQX8ZC3N9TBW5HVJ0RGD6YFS';
  await db.update(orders).set({ transactionId: id }).where(eq(orders.organizerEmail, 'js_1@example.org'));
  for (const typed of [id, id.toLowerCase(), '0ADAM QX8ZC-3N9TB', 'oadam', 'd6yfs']) {
    expect([typed, await ordersOf(typed)]).toEqual([typed, ['Smith']]);
  }
  for (const typed of ['ada', 'Adam', '0ADAMQX8ZC3N9TBW5HVJ0RGD6YFT']) {
    expect([typed, await ordersOf(typed)]).toEqual([typed, []]);
  }
});

test('names are sorted alphabetically regardless of accents', async () => {
  const names = ['Ångström', 'Łukasz', 'Müller', 'Open', 'Paid', 'Smith', '李'];
  const sorted = async (direction: string) => {
    const response = await staff.get(`/api/admin/orders?sort=organizer&direction=${direction}`);
    const rows = (await response.json()) as { organizerLastName: string }[];
    return rows.map((row) => row.organizerLastName.normalize('NFC')).filter((name) => names.includes(name));
  };
  expect([await sorted('asc'), await sorted('desc')]).toEqual([names, names.toReversed()]);
});

test('a corrected person is found by the new name, not the old one', async () => {
  const { db } = world.database;
  await db
    .update(orders)
    .set({ organizerLastName: 'Šimůnek' })
    .where(eq(orders.organizerEmail, 'to@example.org'));
  await db
    .update(registrations)
    .set({ lastName: 'Šimůnek' })
    .where(eq(registrations.email, 'to@example.org'));
  expect([await ordersOf('simunek'), await peopleOf('simunek')]).toEqual([['Šimůnek'], ['Šimůnek']]);
  expect([await ordersOf('oshea'), await peopleOf('oshea')]).toEqual([[], []]);
});

test('the newsletter is searched by the same rule', async () => {
  await world.database.db.insert(newsletterSignups).values([
    {
      email: 'a@example.org',
      firstName: 'Zoé',
      lastName: 'Dürr',
      organization: 'École',
      createdAt: new Date(1),
    },
    { email: 'b@example.org', firstName: 'B', lastName: 'Two', createdAt: new Date(2) },
  ]);
  for (const typed of ['durr zoe', 'ecole', 'A@EXAMPLE.ORG']) {
    const response = await staff.get(`/api/admin/newsletter/signups?search=${encodeURIComponent(typed)}`);
    const { signups } = await response.json();
    expect(signups.map((one: { email: string }) => one.email)).toEqual(['a@example.org']);
  }
});
