import type { DoorNotes } from '#contract/door-notes.ts';
import { sql } from '../db/drizzle.ts';
import { registrations } from '../db/tables.ts';

/** The notes of a selected registration's admissions. */
export const notesOfPerson = sql<DoorNotes>`(
    SELECT coalesce(json_agg(json_build_object('text', notes, 'at', checked_in_at, 'by', checked_in_by)
      ORDER BY checked_in_at DESC), '[]')
    FROM check_ins AS noted
    WHERE noted.registration_id = ${registrations.id} AND undone_at IS NULL AND notes IS NOT NULL)`;

/** JSON writes instants in its own format. */
export function presentNotes(notes: DoorNotes): DoorNotes {
  return notes.map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
}
