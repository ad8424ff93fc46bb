import { fullName } from '#domain/attendee.ts';
import type { DoorEngine, Person } from '../engine/door-engine.ts';
import { hasMoreOfTeam, type Outcome } from './verdict-face.ts';

export interface Undoable {
  readonly scans: readonly string[];
  readonly name: string;
}

/**
 * The admissions that this phone may undo: a steward's those of the phone, a supervisor's all of the person's that day;
 * in practice mode, no real ones.
 */
export function undoableOf(outcome: Outcome, engine: DoorEngine): Undoable | null {
  if (outcome.kind !== 'already_in' || engine.state().practice) return null;
  const { scan, others, person, isOwn } = outcome;
  const name = fullName(person);
  // Otherwise the next one would count, and the person would still be admitted.
  if (engine.state().phone?.role === 'supervisor') return { scans: [scan, ...others], name };
  return isOwn ? { scans: [scan], name } : null;
}

/** The person whose team has more to admit: others, or a free seat although this ticket was canceled. */
export function teamToAdmit(outcome: Outcome, engine: DoorEngine): Person | null {
  if (outcome.kind === 'already_in') return hasMoreOfTeam(outcome.person, true) ? outcome.person : null;
  if (outcome.kind !== 'not_paid' || outcome.person.freeSeats === 0) return null;
  return engine.team(outcome.person.order)?.isWelcome ? outcome.person : null;
}
