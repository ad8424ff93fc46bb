import Stripe from 'stripe';
import type { Site } from './site.ts';

/** Stripe's own client, with the site's key, at the sandbox. */
export function stripeOf({ sandbox }: Site): Stripe {
  return new Stripe('sk_test_world', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
}

/** The order ids of all payments that Stripe or Square took, once per payment, whatever became of them. */
export function paidAtProviders({ sandbox }: Site): number[] {
  const ids: number[] = [];
  for (const { payment_status: status, metadata } of sandbox.stripe.sessions()) {
    if (status === 'paid') ids.push(Number(metadata?.order_id));
  }
  for (const { status, note } of sandbox.square.payments()) {
    if (status === 'COMPLETED') ids.push(Number(/^order:(\d+) /.exec(note ?? '')?.[1]));
  }
  return ids;
}

/** Cents captured less cents refunded, by the providers' books. */
export async function moneyAtProviders(site: Site): Promise<number> {
  let sum = 0;
  for await (const one of stripeOf(site).charges.list({ limit: 100 }))
    sum += one.amount_captured - one.amount_refunded;
  for (const { status, amount_money: paid, refunded_money: back } of site.sandbox.square.payments())
    if (status === 'COMPLETED') sum += Number(paid?.amount ?? 0) - Number(back?.amount ?? 0);
  return sum;
}
