import { sessionStore } from '../storage.ts';

const KEY = 'door-presses';
/** How long a used ticket may be the one whose check-in got no answer. Later it could be somebody else's copy. */
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

/**
 * The id to check somebody in with. It stays the same until it is answered, so that pressing again repeats the first
 * press.
 */
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

/** It was answered: the next press gets a new id. */
export function settlePress(registrationId: number): void {
  const { [registrationId]: _settled, ...others } = readPresses();
  sessionStore.set(KEY, JSON.stringify(others));
}
