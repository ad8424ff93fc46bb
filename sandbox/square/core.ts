import type { FaultSettings, Faults } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export interface SquareFaultSettings extends FaultSettings {
  /** How long a new payment is missing from the list; 2000 by default. */
  readonly listLagMs?: number;
  /** How long after a payment its fee is known; 10,000 by default. */
  readonly feeDelayMs?: number;
}

/** The seller, as in the site's settings. */
export interface Seller {
  readonly applicationId: string;
  readonly locationId: string;
  readonly merchantName: string;
}

/** What every call works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<SquareFaultSettings>;
  readonly seller: Seller;
  readonly baseUrl: () => string;
}

/** The location's only currency. */
export const currency = 'USD';
