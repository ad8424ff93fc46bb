import type Stripe from 'stripe';
import { BadSignature, type WebhookHint } from '../gateway.ts';
import { isForeign } from './stripe-snapshots.ts';

export async function verified(
  stripe: Stripe,
  raw: Uint8Array,
  headers: Headers,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(
      Buffer.from(raw),
      headers.get('stripe-signature') ?? '',
      secret,
    );
  } catch (cause) {
    throw new BadSignature('the Stripe signature is invalid', { cause });
  }
}

export function hintOf(event: Stripe.Event, installation: string): WebhookHint {
  // Only somebody with the secret can sign a body that isn't an event; it is still refused.
  const isEvent = typeof event?.id === 'string' && typeof event.type === 'string' && event.data?.object;
  if (!isEvent) throw new BadSignature('the webhook is not an event');
  const { id: eventId, type, livemode } = event;
  const { object } = event.data;
  const { metadata } = object as { metadata?: Stripe.Metadata | null };
  if (isForeign(metadata, installation)) return { kind: 'ignored', eventId, type };
  if (object.object === 'checkout.session')
    return { kind: 'payment', eventId, type, ref: object.id, livemode };
  if (object.object === 'refund') return { kind: 'refund', eventId, type, ref: object.id, livemode };
  if (object.object === 'dispute') return { kind: 'dispute', eventId, type, ref: object.id, livemode };
  if (/^(product|price|coupon|promotion_code)\./.test(type)) {
    return { kind: 'catalog', eventId, type, ref: 'id' in object ? String(object.id) : '', livemode };
  }
  return { kind: 'ignored', eventId, type };
}
