import type * as z from 'zod/mini';
import { registrationForm } from '#contract/checkout.ts';
import { seatsOf } from '#domain/packages.ts';
import { isBlankMember, type MemberValues } from '../team/member-values.ts';
import { unfilledList } from '../team/unfilled-list.ts';
import type { FormValues } from './form-values.ts';

export type CheckedRegistration = z.output<typeof registrationForm>;

/** A field by its path in the form, such as `others.2.email`, and what is wrong with it. */
type FieldProblem = { field: string; message: string };

/**
 * Checks the form against the contract's schema. Team members are sent with the leader first and without blank rows;
 * problems are reported by the row's position on the page.
 */
export function checkRegistration(
  values: FormValues,
): { ok: true; registration: CheckedRegistration } | { ok: false; problems: FieldProblem[] } {
  const named = namedRows(values);
  const { size, teamTiming, others, pastedList, ...fields } = values;
  const isUnfilled = teamTiming === 'now' && seatsOf(size) > 1 && Boolean(pastedList?.trim());
  const { firstName, lastName, email, track } = values;
  const leader = { firstName, lastName, email, track };
  const parsed = registrationForm.safeParse({
    ...fields,
    teamMembers: named.length > 0 ? [leader, ...named.map(({ member }) => member)] : [],
  });
  if (parsed.success && !isUnfilled) return { ok: true, registration: parsed.data };

  const problems: FieldProblem[] = [];
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOf(path, named);
    if (field && !problems.some((one) => one.field === field)) problems.push({ field, message });
  }
  if (isUnfilled)
    problems.push({ field: 'pastedList', message: unfilledList(named.length === seatsOf(size) - 1) });
  return { ok: false, problems };
}

type NamedRow = { member: MemberValues; row: number };

function namedRows({ size, teamTiming, others }: FormValues): NamedRow[] {
  if (teamTiming === 'later') return [];
  return others
    .slice(0, seatsOf(size) - 1)
    .map((member, row) => ({ member, row }))
    .filter(({ member }) => !isBlankMember(member));
}

/** Null for the leader's copy in the list: the main fields already report it. */
function fieldOf(path: readonly PropertyKey[], named: readonly NamedRow[]): string | null {
  const [root, index, key] = path;
  if (root !== 'teamMembers') return String(root);
  const row = typeof index === 'number' && index > 0 ? named[index - 1]?.row : undefined;
  return row === undefined ? null : `others.${row}.${String(key)}`;
}
