import type { HostedGateway } from '#server/payments/gateways/gateway.ts';
import { checkout } from '../factories.ts';
import { openBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const BUYERS = 200;

/** How long one buyer waits for this server, from summary to success page, without the time at the provider. */
export async function benchBuyers(): Promise<Figure[]> {
  await using world = await openBenchWorld();
  const waits: number[] = [];
  const atProvider = timeProvider(world.dependencies.gateways.get('stripe') as HostedGateway);
  await world.database.pool.query('UPDATE event_capacity SET max_capacity = 100000');
  for (let index = 0; index < BUYERS; index += 1) {
    const visitor = world.visitor(`198.51.100.${index % 250}`);
    const before = performance.now();
    const away = atProvider();
    const response = await visitor.post(
      '/api/create-checkout-session',
      checkout({ email: `buyer${index}@example.org` }),
    );
    const { url, transactionId } = (await response.json()) as { url: string; transactionId: string };
    const untilPage = performance.now() - before;
    await world.pay(url);
    const back = performance.now();
    const page = await visitor.get(`/checkout-success?id=${transactionId}`);
    await page.text();
    const { order } = (await (await visitor.get(`/api/registrations/${transactionId}`)).json()) as {
      order: { paymentStatus: string };
    };
    if (order.paymentStatus !== 'completed') throw new Error(`the order is ${order.paymentStatus}`);
    waits.push(untilPage + (performance.now() - back) - (atProvider() - away));
  }
  return [
    {
      name: `buyer's own server time, ${BUYERS} buyers (p95)`,
      goal: 100,
      measured: percentile(waits.slice(10), 0.95),
      unit: 'ms',
    },
  ];
}

/** Counts the milliseconds spent in gateway calls. */
function timeProvider(gateway: HostedGateway): () => number {
  let spent = 0;
  for (const name of ['start', 'fetch', 'findByAttempt'] as const) {
    const call = gateway[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(gateway, {
      [name]: async (...args: unknown[]) => {
        const startedAt = performance.now();
        try {
          return await call(...args);
        } finally {
          spent += performance.now() - startedAt;
        }
      },
    });
  }
  return () => spent;
}
