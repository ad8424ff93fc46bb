import type { PaymentProvider } from '#domain/order.ts';
import type { PlacedListing } from '#domain/packages.ts';
import type { Wallet } from '#domain/wallets.ts';
import type { CurrentUser } from './auth.ts';

/** What the server embeds in every page, so that nothing waits for a second request. */
export interface Boot {
  /** The server's time when the page was rendered, ISO 8601. */
  readonly now: string;
  readonly closedByBuild: boolean;
  readonly user: CurrentUser | null;
  readonly contact: { readonly phone: string; readonly email: string };
  readonly publicUrl: string;
  /** The providers on offer, the default first. */
  readonly paymentProviders: readonly PaymentProvider[];
  /** Prices that differ from the content's, and what isn't sold. */
  readonly listings: readonly PlacedListing[];
  /** What the card field needs; null if Square isn't offered. */
  readonly square: {
    readonly scriptUrl: string;
    readonly applicationId: string;
    readonly locationId: string;
  } | null;
  /** The analytics id, used if the visitor consents; null turns off both the question and the counting. */
  readonly analyticsId: string | null;
  /** The wallets that take tickets. */
  readonly wallets: readonly Wallet[];
  /** Whether this browser has made an order, which may still be unpaid. */
  readonly hasOrders: boolean;
  /** Payments use test keys: no money moves. */
  readonly isTestMode: boolean;
}
