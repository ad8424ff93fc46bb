import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#test/world.ts';
import { atStripe, listStripeProducts } from './manage-products.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test('if Stripe refuses the key or one of its permissions, the desk says so', async () => {
  const refusal = { code: 'stripe_key_refused' };
  const ctx = world.context();
  const stripe = { ...ctx.settings.stripe!, secretKey: 'sk_test_revoked' };
  const revoked = { ...ctx, settings: { ...ctx.settings, stripe } };
  await expect(listStripeProducts(revoked)).rejects.toMatchObject(refusal);
  const lacking = new Stripe.errors.StripePermissionError({ type: 'invalid_request_error' });
  await expect(atStripe(ctx, () => Promise.reject(lacking))).rejects.toMatchObject(refusal);
});
