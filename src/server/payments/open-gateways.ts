import type { Settings } from '../settings.ts';
import type { PaymentGateways } from './gateway.ts';
import { createStripeGateway } from './stripe/stripe-gateway.ts';

/** The providers that are configured. One without its secrets is not offered. */
export function openGateways({ stripe }: Settings): PaymentGateways {
  return new Map([...(stripe ? [['stripe', createStripeGateway(stripe)] as const] : [])]);
}
