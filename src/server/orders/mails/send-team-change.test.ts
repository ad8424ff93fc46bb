import { beforeEach, expect, test } from 'vitest';
import { setOutbox } from '#test/outbox.ts';
import { changePerson } from '../../attendees/change-person.ts';
import { freeRegistration } from '../../attendees/free-registration.ts';
import { freeSeat } from '../../attendees/free-seat.ts';
import { lockOrder } from '../../attendees/lock-order.ts';
import type { Context } from '../../context.ts';
import { asc, eq } from '../../db/drizzle.ts';
import {
  mails,
  orders,
  paymentCases,
  qrCodes,
  type RegistrationRow,
  registrations,
} from '../../db/tables.ts';
import { currentCode } from '../../tickets/ticket-codes.ts';
import { queueTeamChangeMail } from './queue-ticket-mails.ts';
import { sendMail } from './send-mail.ts';

const outbox = setOutbox();
let ana: RegistrationRow;
let ben: RegistrationRow;
beforeEach(async () => {
  const people = await outbox.db.select().from(registrations).orderBy(asc(registrations.id));
  [ana, ben] = people as [RegistrationRow, RegistrationRow];
});

const as = (actor: object): Context => ({ ...outbox.ctx, cause: 'request', actor }) as never;
const staff = () => as({ isAdmin: true });
const holder = ({ id }: RegistrationRow) => as({ holderOf: id });

async function sent(now = outbox.ctx.now): Promise<{ subject: string; text: string }> {
  await sendMail({ ...outbox.ctx, now }, (await outbox.findMail('team_change')).id);
  const { subject = '', text = '' } = outbox.received.at(-1)!;
  return { subject, text };
}

/** As the holder does on the ticket's page. */
const giveBack = (person: RegistrationRow) =>
  outbox.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, outbox.order.id);
    await freeSeat(tx, holder(person), order, person);
    await queueTeamChangeMail(tx, holder(person), order, person.id);
  });

const oneSeat = () =>
  outbox.db.update(orders).set({ seatsReturned: 9 }).where(eq(orders.id, outbox.order.id));

test('a seat that staff freed was not returned by its holder, and no refund is promised', async () => {
  await oneSeat();
  await freeRegistration(staff(), String(ben.id), { seen: ben });
  const { subject, text } = await sent();
  expect(subject).toBe('Ben Sample’s seat at Digital Safety Summit is free again (DSS000001)');
  expect(text).toContain("Our staff freed Ben Sample's seat");
  expect(text).not.toMatch(/returned|refund/);
});

test('the buyer whose own seat staff freed is addressed as such', async () => {
  await freeRegistration(staff(), String(ana.id), { seen: ana });
  const { subject, text } = await sent();
  expect(subject).toBe('Your seat at Digital Safety Summit is free again (DSS000001)');
  expect(text).toContain('Our staff freed your seat');
  expect(text).not.toContain('Ana Sample');
});

test('a ticket that its holder returned says so', async () => {
  await giveBack(ben);
  const { subject, text } = await sent();
  expect(subject).toBe('Ben Sample can’t come to Digital Safety Summit (DSS000001)');
  expect(text).toContain('Ben Sample returned the ticket');
  expect(text).toContain('the seat is free again');
});

test('the buyer who returned the order’s only ticket will hear about a refund if one is due', async () => {
  await oneSeat();
  await giveBack(ana);
  const { subject, text } = await sent();
  expect(subject).toBe('You returned your ticket for Digital Safety Summit (DSS000001)');
  expect(text).toContain('You returned your ticket');
  expect(text).toContain('we will contact you if a refund is due');
});

test.each([
  [null, 'under the refund policy, $20.00 will be refunded to you once we have checked it'],
  ['refund_elsewhere', 'we will contact you if a refund is due'],
] as const)('with a case %s, the return of the only ticket leads to: %s', async (other, said) => {
  const { db, order } = outbox;
  await oneSeat();
  await giveBack(ana);
  const opened = { orderId: order.id, openedAt: outbox.ctx.now };
  await db.delete(paymentCases);
  await db.insert(paymentCases).values([
    {
      ...{ ...opened, kind: 'seat_returned', subject: `registration:${ana.id}` },
      details: { amount: 20_00, nothingBack: null },
    },
    ...(other ? [{ ...opened, kind: other, subject: 're_1', details: {} }] : []),
  ]);
  const { text } = await sent();
  expect(text).toContain(`, and ${said}.`);
  // Nobody should name the seat that is to be refunded.
  expect(text).not.toContain('/team/');
  expect(text).toContain(`\nYour order: https://summit.example.org/confirmation/${order.transactionId}\n`);
});

test.each([
  [1, '2025-08-01T16:00:00Z', 'Name your seat:'],
  [1, '2025-09-19T12:00:00Z', 'See your seat:'],
  [10, '2025-08-01T16:00:00Z', 'Name your seats, or let your team do it:'],
  [10, '2025-09-19T12:00:00Z', 'See or change your team’s seats:'],
])(
  'after staff freed a seat of %i, the link of %s says what the team’s page offers',
  async (seats, at, said) => {
    if (seats === 1) {
      await oneSeat();
      for (const one of await outbox.db.select().from(registrations)) {
        if (one.id !== ana.id) await outbox.db.delete(registrations).where(eq(registrations.id, one.id));
      }
    }
    await freeRegistration(staff(), String(ana.id), { seen: ana });
    expect((await sent(new Date(at))).text).toContain(`\n${said} https://`);
  },
);

test.each([
  [10, 'Ben Sample has a seat on your team (DSS000001)'],
  [1, 'Ben Sample now has the ticket for Digital Safety Summit (DSS000001)'],
])('the buyer of %i reads who has the ticket that was given away', async (seats, subject) => {
  if (seats === 1) await oneSeat();
  await outbox.db.transaction((tx) => queueTeamChangeMail(tx, outbox.ctx, outbox.order, ben.id));
  const mail = await sent();
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain('gave it to Ben Sample');
  expect(mail.text.includes('your team')).toBe(seats > 1);
});

test('the code of a ticket that was given away says which it was, to its earlier holder and to the buyer', async () => {
  const { db, order } = outbox;
  const [code] = await db.select().from(qrCodes).where(currentCode(ben.id));
  const first = code!.qrCodeData.slice(-4);
  const eve = { ...ben, firstName: 'Eve', lastName: 'Other', email: 'eve@example.org' };
  await db.transaction((tx) => changePerson(tx, holder(ben), order, ben, eve, 'given_away'));
  const { text } = await sent();
  expect(text).toContain(
    `a ticket for Digital Safety Summit, September 20, 2025, in your order gave it to Eve Other, who has a new code. The old code, ending in ${first}, no longer works.`,
  );
  await sendMail(outbox.ctx, (await outbox.findMail('ticket_replaced', ben.email)).id);
  const replaced = outbox.received.at(-1)!.text!;
  expect(replaced).toContain(`The code you have, ending in ${first}, no longer works at the door.`);
  expect(text + replaced).not.toMatch(/Ben/);
});

test('two changes of a ticket that wait for the mail server become one email, with every old code', async () => {
  const { ctx, db, order, received } = outbox;
  const give = async (firstName: string, minute: number) => {
    const [before] = await db.select().from(registrations).where(eq(registrations.id, ben.id));
    const after = { ...before!, firstName, email: `${firstName.toLowerCase()}@example.org` };
    const at = { ...holder(ben), now: new Date(ctx.now.getTime() + minute * 60_000) };
    await db.transaction((tx) => changePerson(tx, at, order, before!, after, 'given_away'));
  };
  const code = async () => {
    const [current] = await db.select().from(qrCodes).where(currentCode(ben.id));
    return current!.qrCodeData.slice(-4);
  };
  // The code that the buyer printed ends before the ticket changes hands: staff correct its address.
  const printed = await code();
  const corrected = { ...ben, email: 'b.sample@example.org' };
  await db.transaction((tx) => changePerson(tx, staff(), order, ben, corrected));
  const first = await code();
  await give('Eve', 1);
  const second = await code();
  await give('Flo', 2);
  for (const { id, kind } of await db.select().from(mails))
    if (kind === 'team_change') await sendMail(ctx, id);
  expect(received.map(({ text }) => /gave it to .+? You/.exec(text!)![0])).toEqual([
    `gave it to Flo Sample, who has a new code. The old code, ending in ${printed} or ${first} or ${second}, no longer works. You`,
  ]);
});

test('only a holder who returned the ticket reads that it was returned', async () => {
  const [, , cara] = await outbox.db.select().from(registrations).orderBy(asc(registrations.id));
  await giveBack(ben);
  await freeRegistration(staff(), String(cara!.id), { seen: cara! });
  for (const { email } of [ben, cara!])
    await sendMail(outbox.ctx, (await outbox.findMail('ticket_replaced', email)).id);
  const event = 'Digital Safety Summit, September 20, 2025';
  expect(outbox.received.map(({ text }) => text!.split('\n')[2])).toEqual([
    expect.stringContaining(`Your ticket for ${event}, was returned on its page.`),
    expect.stringContaining(`The person who registered you, or our staff, freed your seat at ${event}.`),
  ]);
});

test('an earlier holder is not told about a ticket that has been deleted since', async () => {
  await giveBack(ben);
  await outbox.db.delete(registrations).where(eq(registrations.id, ben.id));
  const { id } = await outbox.findMail('ticket_replaced', ben.email);
  await sendMail(outbox.ctx, id);
  expect(outbox.received).toEqual([]);
  expect((await outbox.findMail('ticket_replaced', ben.email)).failure).toBe('The ticket was deleted.');
});
