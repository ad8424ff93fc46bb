import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { PaymentProvider } from '#domain/order.ts';
import { rawRequest } from '../raw-request.ts';
import { attemptsOf } from '../start-checkout.ts';
import type { World } from '../world.ts';
import { type Open, sessionsOf } from './stage.ts';

interface Webhook {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  readonly body: string;
}

/** The webhook that reports a change of the checkout's payment, or of the payment `ref`. */
export async function webhookOf(
  world: World,
  checkout: Open,
  options: { type?: string; ref?: string; livemode?: boolean } = {},
): Promise<Webhook> {
  const { provider } = checkout;
  const eventId = `evt_${randomUUID()}`;
  const ref = options.ref ?? (await refOf(world, checkout));
  const event =
    provider === 'stripe'
      ? {
          id: eventId,
          object: 'event',
          type: options.type ?? 'checkout.session.completed',
          livemode: options.livemode ?? false,
          data: { object: { id: ref, object: 'checkout.session' } },
        }
      : { event_id: eventId, type: options.type ?? 'payment.updated', data: { type: 'payment', id: ref } };
  return { provider, eventId, body: JSON.stringify(event, null, 2) };
}

/** The payment's id at the provider, whether or not the site knows it. */
async function refOf(world: World, checkout: Open): Promise<string> {
  if (checkout.provider === 'stripe') return (await sessionsOf(world, checkout)).at(-1)!.id;
  const [attempt] = (await attemptsOf(world, checkout)).toReversed();
  const payments = world.sandbox.square.payments();
  return payments.findLast((one) => one.reference_id === attempt!.id)!.id;
}

/** `secondsAgo`: when Stripe signed it. Square's signatures have no time. */
export function signatureOf(
  world: World,
  { provider, body }: Webhook,
  { secondsAgo = 0 } = {},
): Record<string, string> {
  const { stripe, square } = world.dependencies.settings;
  if (provider === 'stripe') {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
    const secret = stripe!.webhookSecret;
    return {
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
    };
  }
  const { webhookSignatureKey, webhookUrl } = square!;
  const digest = createHmac('sha256', webhookSignatureKey)
    .update(webhookUrl + body)
    .digest('base64');
  return { 'x-square-hmacsha256-signature': digest };
}

/** Posts it to the site as the provider would, and returns the status. */
export async function deliver(
  world: World,
  webhook: Webhook,
  headers: Record<string, string> = signatureOf(world, webhook),
): Promise<number> {
  const { status } = await rawRequest(world.siteUrl, `/api/webhooks/${webhook.provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: webhook.body,
  });
  return status;
}
