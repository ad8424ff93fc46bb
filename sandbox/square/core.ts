import type { FaultSettings, Faults } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export interface SquareFaultSettings extends FaultSettings {
  /** How long a payment stays out of the list after it was made, 2000 unless said. */
  readonly listLagMs?: number;
  /** How long after a payment its fee is told, 10,000 unless said. */
  readonly feeDelayMs?: number;
  /** How long a refund stays PENDING, 0 unless said. */
  readonly refundDelayMs?: number;
}

/** Who sells: what the site's own settings name. */
export interface Seller {
  readonly applicationId: string;
  readonly locationId: string;
  readonly merchantName: string;
}

/** What every verb of the stand-in works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<SquareFaultSettings>;
  readonly seller: Seller;
  readonly baseUrl: () => string;
}

/** The location's; it takes no other. */
export const currency = 'USD';
