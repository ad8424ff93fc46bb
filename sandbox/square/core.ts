import * as z from 'zod';
import { type Faults, faultSettings } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export const squareFaultSettings = faultSettings.extend({
  /** How long the lists don't show a new payment or refund, or a change to one; 2000 by default. */
  listLagMs: z.int().min(0).optional(),
  /** The next payment is refused with this code, and nothing is stored for its key. */
  refuseNext: z.enum(['INVALID_EMAIL_ADDRESS', 'INVALID_POSTAL_CODE', 'TEMPORARY_ERROR']).optional(),
  /** How long after a payment its fee is known; 10,000 by default. */
  feeDelayMs: z.int().min(0).optional(),
});
export type SquareFaultSettings = z.output<typeof squareFaultSettings>;

export interface Seller {
  /** Begins with `sandbox-sq0idb-`. */
  readonly applicationId: string;
  readonly locationId: string;
}

/** What every call works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<SquareFaultSettings>;
  readonly seller: Seller;
}
