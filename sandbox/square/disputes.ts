import { Hono } from 'hono';
import type { serialization } from 'square';
import type { Env } from '#sandbox/misbehave.ts';
import { newId } from '#sandbox/new-id.ts';
import { type Endpoint, endpoint, noParams } from './api.ts';
import type { Core } from './core.ts';
import { fields, oneOf, text } from './params.ts';
import { invalid, notFound, Refusal } from './refusal.ts';
import type { ClosedDispute, State, WireDispute, WireMoney, WirePayment } from './state.ts';

export function disputeEndpoints({ state }: Core): Endpoint[] {
  return [
    endpoint('GET', '/v2/disputes', noParams, () => {
      const disputes = state.disputes.list().reverse();
      return disputes.length > 0 ? { disputes } : {};
    }),
    endpoint('GET', '/v2/disputes/:id', noParams, (_, id) => ({ dispute: findDispute(state, id) })),
  ];
}

/** Opens and closes disputes over HTTP. */
export function disputeRoutes(core: Core): Hono<Env> {
  const app = new Hono<Env>();
  app.post('/', async (c) => {
    const { payment_id: id, amount } = openParams(await c.req.json(), '');
    const payment = core.state.payments.get(id);
    if (payment?.status !== 'COMPLETED') throw notFound(`There is no completed payment ${id}.`, 'payment_id');
    const money = { ...payment.amount_money, amount: amount ?? payment.amount_money.amount };
    return c.json({ dispute: openDispute(core, payment, money) });
  });
  app.post('/:id', async (c) => {
    const { state } = closeParams(await c.req.json(), '');
    return c.json({ dispute: closeDispute(core, c.req.param('id'), state) });
  });
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.body, error.status as 400);
    throw error;
  });
  return app;
}

/** The cardholder disputes a completed payment. */
export function openDispute({ state, events }: Core, payment: WirePayment, amount: WireMoney): WireDispute {
  const at = state.timestamp();
  const id = newId('', 22);
  const dispute: WireDispute = {
    id,
    dispute_id: id,
    amount_money: amount,
    reason: 'NO_KNOWLEDGE',
    state: 'EVIDENCE_REQUIRED',
    disputed_payment: { payment_id: payment.id },
    created_at: at,
    updated_at: at,
    version: 1,
    location_id: payment.location_id,
  };
  state.disputes.put(id, dispute);
  events.record('dispute.created', id, { dispute });
  return dispute;
}

/** Whether a dispute of the payment is open or wasn't won. */
export function hasDisputedMoney(state: State, paymentId: string): boolean {
  return state.disputes
    .list()
    .some((one) => one.disputed_payment.payment_id === paymentId && one.state !== 'WON');
}

const openParams = fields({ payment_id: text(192), amount: wholeAmount }, ['payment_id']);
const closeParams = fields({ state: oneOf('WON', 'LOST', 'ACCEPTED') }, ['state']);

function wholeAmount(value: unknown, field: string): number {
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value);
  throw invalid('EXPECTED_INTEGER', 'Expected cents.', field);
}

function closeDispute({ state, events }: Core, id: string, outcome: ClosedDispute): WireDispute {
  const dispute = findDispute(state, id);
  if (dispute.state !== 'EVIDENCE_REQUIRED') throw invalid('BAD_REQUEST', `The dispute is ${dispute.state}.`);
  const version: serialization.Dispute.Raw['version'] = (dispute.version ?? 1) + 1;
  const closed = { ...dispute, state: outcome, updated_at: state.timestamp(), version };
  state.disputes.put(id, closed);
  events.record('dispute.state.updated', id, { dispute: closed });
  return closed;
}

function findDispute(state: State, id: string): WireDispute {
  const dispute = state.disputes.get(id);
  if (!dispute) throw notFound(`Could not find dispute with id: ${id}`);
  return dispute;
}
