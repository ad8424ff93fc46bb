import Stripe from 'stripe';
import type { Site } from './site.ts';

/** The order ids of all payments that Stripe or Square took, once per payment, whatever became of them. */
export async function paidAtProviders({ sandbox }: Site): Promise<number[]> {
  const stripe = new Stripe('sk_test_world', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
  const ids: number[] = [];
  for await (const { payment_status: status, metadata } of stripe.checkout.sessions.list({ limit: 100 })) {
    if (status === 'paid') ids.push(Number(metadata?.order_id));
  }
  for (const { status, note } of sandbox.square.payments()) {
    if (status === 'COMPLETED') ids.push(Number(/^order:(\d+) /.exec(note ?? '')?.[1]));
  }
  return ids;
}

/** Cents captured less cents refunded, by the providers' books. */
export async function moneyAtProviders({ sandbox }: Site): Promise<number> {
  let sum = 0;
  const stripe = new Stripe('sk_test_world', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
  for await (const one of stripe.charges.list({ limit: 100 }))
    sum += one.amount_captured - one.amount_refunded;
  for (const { status, amount_money: paid, refunded_money: back } of sandbox.square.payments())
    if (status === 'COMPLETED') sum += Number(paid?.amount ?? 0) - Number(back?.amount ?? 0);
  return sum;
}
