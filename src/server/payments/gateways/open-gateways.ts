import type { PaymentProvider } from '#domain/order.ts';
import { type Settings, StartRefusal } from '../../settings.ts';
import { type PaymentGateway, type PaymentGateways, ProviderUnavailable } from './gateway.ts';
import { checkStripeAccount } from './stripe/stripe-account.ts';
import { createStripeGateway } from './stripe/stripe-gateway.ts';

/** Loaded only if used: its SDK of 3,600 files takes as long to load as the rest of the site. */
const loadSquare = () => import('./square/square-gateway.ts');

/**
 * The configured providers, Stripe first. One without its secrets isn't offered. `installation` marks what this site
 * creates, to distinguish it from other users of the same account.
 */
export async function openGateways(
  { stripe, square }: Pick<Settings, 'stripe' | 'square'>,
  installation: string,
): Promise<PaymentGateways> {
  const gateways = new Map<PaymentProvider, PaymentGateway>();
  if (stripe) gateways.set('stripe', createStripeGateway(stripe, installation));
  if (square) gateways.set('square', (await loadSquare()).createSquareGateway(square, installation));
  return gateways;
}

/** Stops the startup if an account can't take these payments. If it can't be reached, this is only logged. */
export async function checkAccounts(
  { stripe, square }: Pick<Settings, 'stripe' | 'square'>,
  warn: (error: unknown) => void,
): Promise<void> {
  const responses = await Promise.all([
    stripe && unlessAway(checkStripeAccount(stripe), warn),
    square &&
      unlessAway(
        loadSquare().then((loaded) => loaded.checkSquareAccount(square)),
        warn,
      ),
  ]);
  const problems = responses.filter((one) => one !== null);
  if (problems.length > 0) throw new StartRefusal(problems);
}

async function unlessAway(
  check: Promise<string | null>,
  warn: (error: unknown) => void,
): Promise<string | null> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    warn(error);
    return null;
  }
}
