import type { Events } from './events.ts';
import type { Faults } from './faults.ts';
import type { State } from './state.ts';

/** What every verb of the stand-in works on. */
export interface Core {
  readonly state: State;
  readonly events: Events;
  readonly faults: Faults;
  readonly baseUrl: () => string;
  readonly merchantName: string;
}
