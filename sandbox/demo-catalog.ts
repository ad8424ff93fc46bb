import Stripe from 'stripe';
import type { Package, Pricing } from '#domain/packages.ts';

/** Creates a product for each package and pricing in the sandbox's Stripe account, once, so that later changes stay. */
export async function seedCatalog(
  sandboxUrl: string,
  secretKey: string,
  packages: readonly Package[],
): Promise<void> {
  const { hostname, port } = new URL(sandboxUrl);
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  const { data } = await stripe.products.list({ limit: 1 });
  if (data.length > 0) return;
  for (const one of packages) {
    await createProduct(stripe, one, 'early_bird', one.earlyBirdPrice);
    await createProduct(stripe, one, 'regular', one.regularPrice);
  }
}

const EVENT_TYPE_NAMES = { conference: 'Conference', trainer: 'Training', both: 'Training and conference' };

async function createProduct(stripe: Stripe, one: Package, pricing: Pricing, amount: number): Promise<void> {
  await stripe.products.create({
    name: `${EVENT_TYPE_NAMES[one.eventType]}, ${one.name} (${pricing === 'early_bird' ? 'early bird' : 'regular'})`,
    description: one.description,
    default_price_data: { currency: 'usd', unit_amount: amount },
    metadata: { event_type: one.eventType, team_size: one.size, pricing_type: pricing, enabled: 'true' },
  });
}
