import type { Track } from '#domain/packages.ts';

/** A team member as typed; blank is the empty string. */
export interface MemberValues {
  firstName: string;
  lastName: string;
  email: string;
  track: Track | '';
}

export function blankMember(): MemberValues {
  return { firstName: '', lastName: '', email: '', track: '' };
}

/** Whether the row is blank; it is then omitted, and the seat stays unnamed. */
export function isBlankMember(member: MemberValues): boolean {
  return Object.values(member).every((value) => value.trim() === '');
}
