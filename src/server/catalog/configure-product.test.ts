import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { PRICINGS } from '#domain/packages.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
});
afterAll(() => world.stop());

const metadata = {
  event_type: 'trainer',
  pricing_type: 'regular',
  team_size: 'large_group',
  enabled: 'true',
} as const;

async function configure(
  id: string,
  change: Partial<Record<keyof typeof metadata, string>>,
  seen?: Stripe.Metadata,
) {
  const body = { metadata: { ...metadata, ...change }, seen };
  const response = await staff.post(`/api/admin/stripe-products/${id}/metadata`, body);
  return [response.status, (await response.json()).code ?? 'done'];
}

test('a product that has changed since it was read is not overwritten', async () => {
  const { data } = await world.stripe.products.list({ limit: 1 });
  const { id, metadata: seen } = data[0]!;
  expect(await configure(id, { enabled: 'false' }, seen)).toEqual([200, 'done']);
  expect(await configure(id, { event_type: 'both' }, seen)).toEqual([409, 'changed_meanwhile']);
  expect((await world.stripe.products.retrieve(id)).metadata).toEqual({ ...metadata, enabled: 'false' });
  // A caller without `seen` overwrites on purpose.
  expect(await configure(id, { event_type: 'both' })).toEqual([200, 'done']);
});

test('of eight concurrent saves that differ, one succeeds', async () => {
  const { id, metadata: seen } = await world.stripe.products.create({ name: 'Wanted by all' });
  const sizes = ['individual', 'small_group', 'large_group'];
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, at) => {
      const enabled = String(at < 4);
      return configure(id, { team_size: sizes[at % 3]!, pricing_type: PRICINGS[at % 2]!, enabled }, seen);
    }),
  );
  expect(responses.map(([status]) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
});
