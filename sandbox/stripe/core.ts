import * as z from 'zod';
import { type Faults, faultSettings } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

export const stripeFaultSettings = faultSettings.extend({
  /**
   * Cards behave like a slow payment method: the checkout completes at once, and the payment succeeds or fails later.
   */
  slowPayments: z.strictObject({ ends: z.enum(['paid', 'failed']), afterMs: z.int().min(0) }).optional(),
  /** Permissions that restricted keys (`rk_test_…`) lack, such as `rak_event_read`. */
  missingPermissions: z.array(z.string()).optional(),
  /** Pages can't be expired by a call, as for a moment while a buyer pays. */
  refuseExpiring: z.boolean().optional(),
  /** New pages are refused because of the buyer's email address. */
  refuseEmails: z.boolean().optional(),
  /** Added to the total of each new page, in cents, as an account's tax rule would. */
  surcharge: z.int().min(0).optional(),
});
export type StripeFaultSettings = z.output<typeof stripeFaultSettings>;

/** What every call works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults<StripeFaultSettings>;
  readonly baseUrl: string;
  readonly merchantName: string;
}
