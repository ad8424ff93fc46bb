import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { recordStatements } from '#test/bench/record-statements.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { getOrderAfterPayment } from '../checkout/get-order-after-payment.ts';
import { eq } from '../db/drizzle.ts';
import { paymentAttempts } from '../db/tables.ts';
import type { PaymentGateway } from './gateways/gateway.ts';
import { workOnMessage } from './message-under-way.ts';
import { settle } from './settle.ts';

const recording = recordStatements();
let world: World;
let gateway: PaymentGateway;
/** Calls at the provider. */
let looks: MockInstance<PaymentGateway['fetch']>;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  gateway = world.dependencies.gateways.get('stripe')!;
  looks = vi.spyOn(gateway, 'fetch');
});
beforeEach(() => {
  looks.mockClear();
});
afterAll(async () => {
  recording.stop();
  await world.stop();
});

/** A buyer comes back while the message about their payment is worked on; `end` is what becomes of the work. */
async function comeBackDuring(end: (ref: string) => Promise<unknown>): Promise<string> {
  const opened = await world.visitor().post('/api/create-checkout-session', checkout());
  const { url, transactionId } = (await opened.json()) as { url: string; transactionId: string };
  await world.pay(url);
  const { db } = world.database;
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.url, url));
  const ref = attempt!.ref!;
  let release = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const working = workOnMessage(ref, () => isWaiting.then(() => end(ref))).catch(() => {});
  const from = recording.statements.length;
  const shown = getOrderAfterPayment(world.context(), transactionId);
  // From its answer on, the buyer's request waits for the message.
  await vi.waitFor(() => expect(recording.statements.slice(from).some(isAttemptFound)).toBe(true));
  release();
  await working;
  return (await shown).order.paymentStatus;
}

const isAttemptFound = ({ text, rowCount }: { text: string; rowCount: number }) =>
  rowCount > 0 && /^select .* from "payment_attempts"/.test(text);

test('a buyer who returns while a webhook is processed gets its result, and the provider is asked once', async () => {
  const status = await comeBackDuring(async (ref) => {
    const snapshot = await gateway.fetch(ref);
    await settle(world.context(), snapshot!);
  });
  expect(status).toBe('completed');
  expect(looks).toHaveBeenCalledTimes(1);
});

test("if the webhook fails, the buyer's return asks the provider", async () => {
  const status = await comeBackDuring(() => Promise.reject(new Error('the database went away')));
  expect(status).toBe('completed');
  expect(looks).toHaveBeenCalledTimes(1);
});
