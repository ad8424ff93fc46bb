import { sessionStore } from '../storage.ts';

const KEY = 'door-presses';
/** How long a used ticket counts as a check-in whose response was lost. Later it could be a copy. */
const RECENT_MS = 60_000;

interface Press {
  readonly id: string;
  /** Milliseconds since 1970 by this device's clock. */
  readonly at: number;
}

/** This tab's unanswered presses, by registration. They survive a reload. */
function readPresses(): Record<string, Press> {
  return (sessionStore.getJson(KEY) ?? {}) as Record<string, Press>;
}

/** The press's id for a check-in. It stays the same until there is a response, so that pressing again is a retry. */
export function pressFor(registrationId: number, now: number): string {
  const presses = readPresses();
  const id = presses[registrationId]?.id ?? crypto.randomUUID();
  sessionStore.set(KEY, JSON.stringify({ ...presses, [registrationId]: { id, at: now } }));
  return id;
}

/** The id of an unanswered press in the last minute. */
export function lostPressFor(registrationId: number, now: number): string | null {
  const press = readPresses()[registrationId];
  return press && now - press.at < RECENT_MS ? press.id : null;
}

/** Marks it as answered; the next press gets a new id. */
export function settlePress(registrationId: number): void {
  const { [registrationId]: _settled, ...others } = readPresses();
  sessionStore.set(KEY, JSON.stringify(others));
}
