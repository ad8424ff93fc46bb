import type { Faults } from '#sandbox/faults.ts';
import type { Events } from './events.ts';
import type { State } from './state.ts';

/** What every verb of the stand-in works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults;
  readonly baseUrl: () => string;
  readonly merchantName: string;
}
