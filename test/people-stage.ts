import { afterAll, beforeAll } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { orders } from '#server/db/tables.ts';
import { auditRows } from './audit-rows.ts';
import { buy } from './buy.ts';
import { mailsOf } from './mails-of.ts';
import { startCheckout } from './start-checkout.ts';
import { answerOf, type Visitor } from './visitor.ts';
import { createWorld, type World } from './world.ts';

/** A person without an order. */
export const CY = { firstName: 'Cy', lastName: 'Sample', email: 'cy@example.org', track: 'caregivers' };

export interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isOrganizer: boolean;
}

/** A site for one file's tests, and what staff do there with the people of an order. */
export function setPeopleStage() {
  let world: World;
  let staff: Visitor;
  beforeAll(async () => {
    world = await createWorld();
    staff = await world.staff();
  });
  afterAll(() => world.stop());

  function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return answerOf(staff.request(path, { method, ...(body !== undefined && json) }));
  }

  const peopleOf = async (orderId: number) =>
    (await ask('GET', `/api/admin/orders/${orderId}/attendees`)).body as Person[];

  async function badgeOf(orderId: number): Promise<string> {
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
    return order!.attendeeDataStatus;
  }

  async function actionsOf(orderId: number): Promise<string[]> {
    const rows = await auditRows(world, { orderId, actor: 'admin@example.org' });
    return rows.map((row) => row.action);
  }

  async function mailsTo(orderId: number, recipient: string): Promise<string[]> {
    return (await mailsOf(world, orderId))
      .filter((mail) => mail.recipient === recipient)
      .map(({ kind }) => kind)
      .toSorted();
  }

  return {
    get world() {
      return world;
    },
    /** Returns the order's id. */
    buy: async (body: unknown, pays = true): Promise<number> =>
      pays ? (await buy(world, body)).order.id : (await startCheckout(world, body)).orderId,
    ask,
    peopleOf,
    badgeOf,
    actionsOf,
    mailsTo,
  };
}
