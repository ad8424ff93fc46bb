import { sessionStore } from '../storage.ts';

const KEY = 'door-presses';
/** How long a used ticket is taken for the one whose check-in got no answer; later it may be somebody else's copy. */
const RECENT_MS = 60_000;

interface Press {
  readonly id: string;
  /** Milliseconds since 1970 by the clock of this device. */
  readonly at: number;
}

/** The presses of this tab that got no answer, by registration. They outlive a reload. */
function readPresses(): Record<string, Press> {
  return (sessionStore.getJson(KEY) ?? {}) as Record<string, Press>;
}

/** The id to check somebody in with: the same one until an answer has come, so that a second press is the first again. */
export function pressFor(registrationId: number, now: number): string {
  const presses = readPresses();
  const id = presses[registrationId]?.id ?? crypto.randomUUID();
  sessionStore.set(KEY, JSON.stringify({ ...presses, [registrationId]: { id, at: now } }));
  return id;
}

/** The id of a press within the last minute that got no answer. */
export function lostPressFor(registrationId: number, now: number): string | null {
  const press = readPresses()[registrationId];
  return press && now - press.at < RECENT_MS ? press.id : null;
}

/** An answer has come: the next press is another one. */
export function settlePress(registrationId: number): void {
  const { [registrationId]: _settled, ...others } = readPresses();
  sessionStore.set(KEY, JSON.stringify(others));
}
