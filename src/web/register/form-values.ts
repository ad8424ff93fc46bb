import * as z from 'zod/mini';
import { packages } from '#content/packages.ts';
import {
  EVENT_TYPES,
  type EventType,
  PACKAGE_SIZES,
  type Package,
  type PackageSize,
  seatsOf,
  TRACKS,
} from '#domain/packages.ts';
import { currentPackages } from '../packages.ts';
import { blankMember, type MemberValues } from '../team/member-values.ts';

const member = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  track: z.enum([...TRACKS, '']),
};

/** The form as typed. It includes the package, so that one draft keeps everything. */
export const formValues = z.object({
  ...member,
  eventType: z.enum(EVENT_TYPES),
  size: z.enum(PACKAGE_SIZES),
  phone: z.string(),
  organization: z.string(),
  jobTitle: z.string(),
  dietaryRestrictions: z.string(),
  teamTiming: z.enum(['now', 'later']),
  /** A pasted list whose people don't all have their seats yet. */
  pastedList: z.optional(z.string()),
  /** Everyone but the leader, by row. Only as many as the package has seats are shown and sent. */
  others: z.array(z.object(member)),
});
export type FormValues = z.output<typeof formValues>;

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
