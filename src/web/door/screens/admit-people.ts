import { fullName } from '#domain/attendee.ts';
import type { DoorEngine, Person, ScanMethod } from '../engine/door-engine.ts';
import type { Outcome } from './verdict-face.ts';

export interface Admissions {
  readonly scans: readonly string[];
  readonly admitted: readonly Person[];
  /** Why the others weren't admitted: things may have changed while somebody chose. */
  readonly refused: readonly Outcome[];
}

/** Judges the people again, and admits those who still may be. `method` is how the first was found; the others come with the team. */
export async function admitPeople(
  engine: DoorEngine,
  [first, ...others]: readonly [Person, ...Person[]],
  method: ScanMethod,
): Promise<Admissions> {
  const scans: string[] = [];
  const admitted: Person[] = [];
  const refused: Outcome[] = [];
  const admitTogether = async (people: readonly Person[], by: ScanMethod) => {
    const coming = people.filter((person) => {
      const verdict = engine.judgePerson(person.key);
      if (verdict.kind !== 'admit') refused.push(verdict);
      // The ticket may have become somebody else's.
      else if (fullName(verdict.person) === fullName(person)) return true;
      else refused.push({ kind: 'failed', because: 'changed' });
      return false;
    });
    const keys = coming.map(({ key }) => key);
    if (keys.length > 0) scans.push(...(await engine.admit(keys, by)));
    admitted.push(...coming);
  };
  await admitTogether([first], method);
  await admitTogether(others, 'party');
  return { scans, admitted, refused };
}
