import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { catalogProducts } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { stripe: null } });
});
afterAll(() => world.stop());

test("without Stripe the desk refuses, and an earlier account's catalog no longer counts", async () => {
  const staff = await world.staff();
  const at = new Date();
  await world.dependencies.db.insert(catalogProducts).values({
    id: 'prod_old',
    name: 'Old',
    active: false,
    price: { id: 'price_old', amount: 99_00, currency: 'usd', active: true },
    metadata: { event_type: 'conference', team_size: 'individual', pricing_type: 'early_bird' },
    createdAt: at,
    updatedAt: at,
    seenAt: at,
  });
  for (const path of ['stripe-products', 'product-mappings', 'product-mappings/validate']) {
    const response = await staff.get(`/api/admin/${path}`);
    expect([response.status, (await response.json()).code]).toEqual([409, 'stripe_not_configured']);
  }
  const body = { eventType: 'conference', teamMemberCount: 1 };
  expect(await (await staff.post('/api/admin/test-pricing', body)).json()).toEqual({
    mapping: { name: 'Individual Package', productId: null },
    baseAmount: 20_00,
    discountAmount: 0,
    finalAmount: 20_00,
    priceId: null,
  });
  const bought = await world.visitor().post('/api/create-checkout-session', checkout());
  expect(bought.status).toBe(200);
});
