import Stripe from 'stripe';
import type { Site } from './site.ts';

/** The ids of the orders whose money Stripe or Square has taken, once for each payment, whatever became of it. */
export async function paidAtProviders({ sandbox }: Site): Promise<number[]> {
  const stripe = new Stripe('sk_test_world', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
  const ids: number[] = [];
  for await (const { payment_status: status, metadata } of stripe.checkout.sessions.list({ limit: 100 })) {
    if (status === 'paid') ids.push(Number(metadata?.order_id));
  }
  for (const { status, note } of sandbox.square?.payments() ?? []) {
    if (status === 'COMPLETED') ids.push(Number(/^order:(\d+) /.exec(note ?? '')?.[1]));
  }
  return ids;
}
