import type { ListedPerson } from '#domain/team-list.ts';

export type MemberValues = ListedPerson;

export function blankMember(): MemberValues {
  return { firstName: '', lastName: '', email: '', track: '' };
}

/** Whether the row is blank; it is then omitted, and the seat stays unnamed. */
export function isBlankMember(member: MemberValues): boolean {
  return Object.values(member).every((value) => value.trim() === '');
}
