import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bought, buy } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { createWorld, type World } from '#test/world.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import { mails, orders } from '../db/tables.ts';
import { findMyTickets } from '../my-ticket/find-my-tickets.ts';
import { resendConfirmation } from '../orders/resend-confirmation.ts';
import { resendTicket } from '../orders/resend-ticket.ts';
import { nudgeTeams, previewNudge } from '../team/remind-teams.ts';
import { erasePerson } from './erase-person.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const mailing: Record<string, (ctx: Context, bought: Bought, email: string) => Promise<unknown>> = {
  'a reminder': async (ctx) => nudgeTeams(ctx, (await previewNudge(ctx)).orders),
  'a confirmation': (ctx, { order }) => resendConfirmation(ctx, String(order.id)),
  'a ticket': (ctx, { registrations: [first] }) => resendTicket(ctx, String(first!.id)),
  'a list of tickets': (ctx, _bought, email) => findMyTickets(ctx, email),
};

describe.each(Object.keys(mailing))('%s', (name) => {
  const email = `${name.replaceAll(' ', '-')}@example.org`;
  const erase = () => erasePerson(world.context(), email, { evenWithTicket: true });
  const traces = () => world.database.db.$count(mails, sql`lower(recipient) = ${email}`);

  /** Only this team is reminded. */
  async function buyTeam(): Promise<Bought> {
    await world.database.db.delete(mails);
    await world.database.db.update(orders).set({ paymentStatus: 'expired' });
    return buy(world, teamOfTen({ email, teamMembers: [] }));
  }

  test('that is being queued when its recipient is erased keeps no address', async () => {
    const bought = await buyTeam();
    const { queue, ...others } = world.context();
    const erasing: Promise<unknown>[] = [];
    const enqueue: typeof queue.enqueue = async (...job) => {
      let isOver = false;
      erasing.push(
        erase().finally(() => {
          isOver = true;
        }),
      );
      await eventually(async () => isOver || (await eventuallyWaiting(world.database.pool, 1)));
      await queue.enqueue(...job);
    };
    await mailing[name]!({ ...others, queue: { ...queue, enqueue } }, bought, email);
    expect(erasing).toHaveLength(1);
    await erasing[0];
    expect(await traces()).toBe(0);
  });

  test('isn’t queued to somebody who was erased while it waited', async () => {
    const bought = await buyTeam();
    const { db, pool } = world.database;
    const held = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, bought.order.id)).for('update');
      await held.promise;
    });
    await eventually(async () => expect(await isLocked(bought.order.id)).toBe(true));
    const erasing = erase();
    await eventuallyWaiting(pool, 1);
    // Some refuse then.
    const told = mailing[name]!(world.context(), bought, email).catch(() => {});
    try {
      await eventuallyWaiting(pool, 2);
    } finally {
      held.resolve();
    }
    await Promise.all([holding, erasing, told]);
    expect(await traces()).toBe(0);
  });
});

async function isLocked(id: number): Promise<boolean> {
  const { rows } = await world.database.pool.query(
    'SELECT FROM orders WHERE id = $1 FOR UPDATE SKIP LOCKED',
    [id],
  );
  return rows.length === 0;
}
