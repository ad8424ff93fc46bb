import type { PaymentProvider } from '#domain/order.ts';
import type { PlacedListing } from '#domain/packages.ts';
import type { CurrentUser } from './auth.ts';

/** What the server writes into each page, so that nothing waits for a second request. */
export interface Boot {
  /** The server's time when the page was rendered, ISO 8601. */
  readonly now: string;
  readonly closedByBuild: boolean;
  readonly user: CurrentUser | null;
  readonly contact: { readonly phone: string; readonly email: string };
  readonly publicUrl: string;
  /** Those that are offered, the default first. */
  readonly paymentProviders: readonly PaymentProvider[];
  /** Prices that are not the content's, and what is not sold. */
  readonly listings: readonly PlacedListing[];
  /** What the card field is made with; null where Square is not offered. */
  readonly square: {
    readonly scriptUrl: string;
    readonly applicationId: string;
    readonly locationId: string;
  } | null;
  /** Where visits may be counted, if the visitor agrees; null counts nothing and asks nobody. */
  readonly analyticsId: string | null;
  /** Whether this browser has made an order, so that one may wait to be paid. */
  readonly hasOrders: boolean;
  /** Payments are made with test keys: no money moves. */
  readonly isTestMode: boolean;
}
