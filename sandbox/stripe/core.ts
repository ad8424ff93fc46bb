import type { FaultSettings, Faults } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export interface StripeFaultSettings extends FaultSettings {
  /**
   * Cards behave like a slow payment method: the checkout completes at once, and the payment succeeds or fails later.
   */
  readonly slowPayments?: SlowPayments;
  /** Permissions that restricted keys (`rk_test_…`) lack, such as `rak_event_read`. */
  readonly missingPermissions?: readonly string[];
  /** Added to the total of each new page, in minor units, as an account's tax rule would. */
  readonly surcharge?: number;
}

export interface SlowPayments {
  readonly ends: 'paid' | 'failed';
  readonly afterMs: number;
}

/** What every call works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<StripeFaultSettings>;
  readonly baseUrl: () => string;
  readonly merchantName: string;
}
