import { packages } from '#content/packages.ts';
import { type EventType, type Package, type PackageSize, seatsOf } from '#domain/packages.ts';
import { currentPackages } from '../packages.ts';
import { blankMember, type MemberValues } from '../team/member-values.ts';

/** The form as typed. It includes the package, so that one draft keeps everything. */
export interface FormValues extends MemberValues {
  eventType: EventType;
  size: PackageSize;
  phone: string;
  organization: string;
  jobTitle: string;
  dietaryRestrictions: string;
  teamTiming: 'now' | 'later';
  /** A pasted list whose people don't all have their seats yet. */
  pastedList?: string | undefined;
  /** Everyone but the leader, by row. Only as many as the package has seats are shown and sent. */
  others: MemberValues[];
}

/** The packages in the public form, in the content's order. */
export const offeredEventTypes: readonly EventType[] = [
  ...new Set(packages.filter((one) => one.listed).map((one) => one.eventType)),
];

export function offeredPackages(eventType: EventType): Package[] {
  return currentPackages().filter((one) => one.listed && one.eventType === eventType);
}

/** The package preselected for an event type: its first listed one. */
export function firstSizeOf(eventType: EventType): PackageSize {
  return offeredPackages(eventType)[0]!.size;
}

/**
 * At least one row per seat besides the leader's. Further rows keep what was typed for a bigger package, in case the
 * visitor returns to it.
 */
export function rowsFor(size: PackageSize, typed: readonly MemberValues[] = []): MemberValues[] {
  const count = Math.max(seatsOf(size) - 1, typed.length);
  return Array.from({ length: count }, (_, row) => typed[row] ?? blankMember());
}

export function blankValues(): FormValues {
  const eventType = offeredEventTypes[0]!;
  const size = firstSizeOf(eventType);
  return {
    ...blankMember(),
    eventType,
    size,
    phone: '',
    organization: '',
    jobTitle: '',
    dietaryRestrictions: '',
    teamTiming: 'later',
    others: rowsFor(size),
  };
}
