import type { PaymentProvider } from '#domain/order.ts';
import { type Settings, SettingsError } from '../settings.ts';
import { type PaymentGateway, type PaymentGateways, ProviderUnavailable } from './gateway.ts';
import { checkSquareAccount, createSquareGateway } from './square/square-gateway.ts';
import { createStripeGateway } from './stripe/stripe-gateway.ts';

/** The providers that are configured, Stripe first. One without its secrets is not offered. */
export function openGateways({ stripe, square }: Settings): PaymentGateways {
  const gateways = new Map<PaymentProvider, PaymentGateway>();
  if (stripe) gateways.set('stripe', createStripeGateway(stripe));
  if (square) gateways.set('square', createSquareGateway(square));
  return gateways;
}

/** Stops a start whose account cannot take these payments. An account that cannot be reached is only told of. */
export async function checkAccounts({ square }: Settings, warn: (error: unknown) => void): Promise<void> {
  if (!square) return;
  try {
    const problem = await checkSquareAccount(square);
    if (problem) throw new SettingsError([problem]);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    warn(error);
  }
}
