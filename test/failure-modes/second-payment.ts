import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { attemptsOf } from '../start-checkout.ts';
import type { World } from '../world.ts';
import { deliver, webhookOf } from './deliver-webhook.ts';
import { faultsOf, type Open } from './stage.ts';

export interface Another {
  readonly currency?: string;
  /** The order that it names, if not the checkout's. */
  readonly orderId?: number;
}

/** Makes another payment in the same account that names the checkout, and reports it to the site. `amount` in minor units. */
export async function secondPayment(
  world: World,
  checkout: Open,
  amount = checkout.amount,
  { currency = 'usd', orderId = checkout.orderId }: Another = {},
): Promise<void> {
  faultsOf(world, checkout.provider).set({ dropWebhooks: 'all' });
  const [attempt] = await attemptsOf(world, checkout);
  const marks = { attempt_id: attempt!.id, order_id: String(orderId) };
  const ref =
    checkout.provider === 'stripe'
      ? await paySession(world, marks, amount, currency)
      : await payAtSquare(world, marks, amount);
  faultsOf(world, checkout.provider).set({ dropWebhooks: 0 });
  expect(await deliver(world, await webhookOf(world, checkout, { ref }))).toBe(200);
}

interface Marks {
  readonly attempt_id: string;
  readonly order_id: string;
}

async function paySession(world: World, marks: Marks, amount: number, currency: string): Promise<string> {
  const metadata = { ...marks };
  const session = await world.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'Mug' } } },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: 'http://other.example.org/done',
  });
  expect((await world.pay(session.url!)).status).toBe(303);
  return session.id;
}

async function payAtSquare(world: World, marks: Marks, amount: number): Promise<string> {
  const response = await askSquare(world, '/v2/payments', {
    source_id: 'cnon:card-nonce-ok',
    idempotency_key: randomUUID(),
    reference_id: marks.attempt_id,
    note: `order:${marks.order_id} by other means`,
    amount_money: { amount, currency: 'USD' },
  });
  return response.payment.id;
}

/** Calls Square's API as other software of the account would. */
export async function askSquare(world: World, path: string, body?: object) {
  const { accessToken, apiUrl } = world.dependencies.settings.square!;
  const response = await fetch(apiUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}
