import type { FaultSettings, Faults } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export interface StripeFaultSettings extends FaultSettings {
  /** Cards pay as a slow method does: the checkout is complete at once, and its money comes, or fails, so much later. */
  readonly slowPayments?: SlowPayments;
  /** What restricted keys (`rk_test_…`) are not allowed, as `rak_event_read`; everything else they are. */
  readonly missingPermissions?: readonly string[];
  /** Put upon the total of each new page, in minor units, as a tax rule of the account would do. */
  readonly surcharge?: number;
}

export interface SlowPayments {
  readonly ends: 'paid' | 'failed';
  readonly afterMs: number;
}

/** What every verb of the stand-in works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<StripeFaultSettings>;
  readonly baseUrl: () => string;
  readonly merchantName: string;
}
