import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { teamOfTen } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { reconcilePayments } from '../payments/reconcile.ts';

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly actorKind: string | null;
}

let world: World;
afterEach(() => world.stop());

async function pay(body?: unknown) {
  const { buyer, url, transactionId } = await startCheckout(world, body);
  await world.pay(url);
  return { buyer, transactionId };
}

async function whoDid(action: string): Promise<Entry[]> {
  const details = await (await (await world.staff()).get('/api/admin/orders/1')).json();
  const history = details.history as Entry[];
  return history.filter((one) => one.action === action);
}

describe('without webhooks', () => {
  beforeEach(async () => {
    world = await createWorld({ webhooks: false });
  });

  test("buyers' actions are recorded as the buyer's, and staff's as theirs, by name", async () => {
    const { buyer, transactionId } = await pay(teamOfTen());
    await buyer.get(`/api/registrations/${transactionId}`);
    const person = { firstName: 'New', lastName: 'Sample', email: 'new@example.org', track: 'caregivers' };
    expect((await buyer.post(`/api/order/${transactionId}/attendees`, person)).status).toBe(200);
    const staff = await world.staff();
    await staff.post('/api/admin/orders/1/add-attendee', { ...person, email: 'two@example.org' });
    expect(await whoDid('order_completed')).toMatchObject([{ actor: 'visitor', actorKind: 'buyer' }]);
    expect((await whoDid('attendee_added')).map(({ actor, actorKind }) => [actor, actorKind])).toEqual([
      ['admin@example.org', 'staff'],
      ['visitor', 'buyer'],
    ]);
    const { rows } = await world.database.pool.query(
      `SELECT actor, actor_kind FROM registration_audit WHERE action = 'signed_in'`,
    );
    expect(rows[0]).toEqual({ actor: 'admin@example.org', actor_kind: 'staff' });
  });

  test("a job's actions are recorded as the job's", async () => {
    await pay();
    await world.database.pool.query(`UPDATE payment_attempts SET next_check_at = 'epoch'`);
    await reconcilePayments(world.context());
    expect(await whoDid('order_completed')).toMatchObject([{ actor: 'job', actorKind: 'job' }]);
  });
});

test("what a webhook causes is recorded as the webhook's", async () => {
  world = await createWorld();
  await pay();
  await eventually(async () => {
    expect(await whoDid('order_completed')).toMatchObject([{ actor: 'webhook', actorKind: 'webhook' }]);
  });
});
