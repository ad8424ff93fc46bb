import * as z from 'zod/mini';
import { type Day, dayIn, daysBefore, wallTimeIn } from '#domain/calendar.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { NamingRule } from '#domain/naming.ts';
import {
  EVENT_TYPES,
  PACKAGE_SIZES,
  type Package,
  PRICINGS,
  priceOf,
  seatsOf,
  TRACKS,
} from '#domain/packages.ts';
import {
  type FallbackSpeaker,
  type GalleryPicture,
  type Schedule,
  SPEAKER_MARKERS,
  SPONSOR_TIERS,
  type Sponsor,
  type Topic,
} from '#domain/program.ts';
import { type RefundRule, SEAT_VALUES } from '#domain/refund.ts';

export interface EventContent {
  readonly event: EventInfo;
  readonly venueNotes: readonly { readonly title: string; readonly text: string }[];
  /** The seller of the tickets; `taxNumber` as printed, or null. */
  readonly host: Readonly<z.output<typeof contentSchema>['host']>;
  readonly packages: readonly Package[];
  readonly deadlines: NamingRule;
  readonly refunds: RefundRule;
  readonly schedule: Schedule;
  readonly topics: readonly Topic[];
  readonly speakers: readonly FallbackSpeaker[];
  readonly sponsors: readonly Sponsor[];
  readonly speakerOrganizations: readonly string[];
  readonly gallery: readonly GalleryPicture[];
}

/** What is wrong with the content, each a sentence that names the file and the field. Empty when valid. */
export function findContentProblems(content: unknown): string[] {
  const parsed = contentSchema.safeParse(content, { error: tellPlainly });
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => sentence(issue.path, issue.message));
  }
  return findContradictions(parsed.data as EventContent);
}

/** The files that aren't named after their field. */
const FILES: Readonly<Record<string, string>> = {
  venueNotes: 'venue-notes',
  speakerOrganizations: 'sponsors',
};

const text = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const day = z.iso.date('must be a day, YYYY-MM-DD');
const instant = z.iso.datetime({
  offset: true,
  message: 'must be an instant such as 2025-09-20T09:00:00-06:00',
});
const wallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:20'));
const price = z.int('must be a whole number of cents').check(z.gte(0, 'must not be negative'));
const zone = z.string().check(z.refine(isTimeZone, 'must be a time zone such as America/Denver'));

const contentSchema = z.object({
  event: z.object({
    name: text,
    shortCode: z.string().check(z.regex(/^[A-Z]{2,5}$/, 'must be two to five capital letters')),
    training: z.object({ name: text, day }),
    day,
    zone,
    startsAt: instant,
    endsAt: instant,
    closesAt: instant,
    earlyBirdEndsAt: instant,
    trainingSaleEndsAt: instant,
    capacity: z.array(z.object({ day, maxCapacity: z.int().check(z.gte(1, 'must be at least 1')) })),
    host: z.object({ name: text, mission: text }),
    venue: z.object({
      name: text,
      organization: text,
      street: text,
      city: text,
      state: text,
      postalCode: text,
      country: text,
      doors: z.array(text).check(z.minLength(1, 'must name at least one')),
    }),
  }),
  venueNotes: z.array(z.object({ title: text, text })).check(z.length(3, 'must be three')),
  host: z.object({
    street: text,
    city: text,
    state: text,
    postalCode: text,
    country: text,
    taxNumber: z.nullable(text),
    receipt: z.object({ title: text, note: text }),
  }),
  packages: z
    .array(
      z.object({
        eventType: z.enum(EVENT_TYPES),
        size: z.enum(PACKAGE_SIZES),
        name: text,
        description: text,
        includes: z.array(text),
        earlyBirdPrice: price,
        regularPrice: price,
        originalPrice: z.nullable(price),
        mostPopular: z.boolean(),
        listed: z.boolean(),
      }),
    )
    .check(z.minLength(1, 'must have at least one package')),
  deadlines: z.object({
    namingEndsOn: day,
    remindDaysBefore: z.array(
      z
        .int('must be a whole number of days')
        .check(z.gte(1, 'must be at least 1'), z.lte(365, 'must be at most 365')),
    ),
  }),
  refunds: z.object({
    steps: z.array(
      z.object({
        until: day,
        percent: z
          .int('must be a whole number')
          .check(z.gte(1, 'must be from 1 to 100'), z.lte(100, 'must be from 1 to 100')),
      }),
    ),
    seatValue: z.enum(SEAT_VALUES),
  }),
  schedule: z.object({
    day,
    tentative: z.boolean(),
    items: z.array(
      z.object({
        from: wallTime,
        to: wallTime,
        title: text,
        kind: z.enum(['arrival', 'keynote', 'breakout', 'panel', 'break', 'plenary']),
        detail: z.nullable(text),
        tracks: z.array(z.object({ track: z.enum(TRACKS), title: text })),
        speaker: z.nullable(text),
      }),
    ),
  }),
  topics: z
    .array(z.object({ title: text, sentence: text, detail: text }))
    .check(z.length(4, 'must have four entries')),
  speakers: z.array(
    z.object({
      name: text,
      role: text,
      bio: text,
      image: z.nullable(text),
      featured: z.boolean(),
      marker: z.nullable(z.enum(SPEAKER_MARKERS)),
    }),
  ),
  sponsors: z.array(
    z.object({
      id: text,
      name: text,
      tier: z.enum(SPONSOR_TIERS),
      logo: z.nullable(text),
      website: z.url('must be an address such as https://example.org/'),
      description: text,
    }),
  ),
  speakerOrganizations: z.array(text).check(z.length(4, 'must have four entries')),
  gallery: z.array(z.object({ scene: text, caption: text })).check(z.length(10, 'must have ten entries')),
});

/** Values that are valid on their own but contradict each other. */
function findContradictions(content: EventContent): string[] {
  const { event, packages, deadlines, refunds, schedule } = content;
  const problems = [
    ...findFormerDays(content),
    ...findDateContradictions(event),
    ...findCapacityContradictions(event),
    ...findNamingContradictions(deadlines, event),
    ...findRefundContradictions(refunds, event),
    ...findCheaperSeats(refunds, packages),
  ];
  packages.forEach((one, index) => {
    const twin = packages.findIndex((other) => other.eventType === one.eventType && other.size === one.size);
    if (twin !== index) problems.push(sentence(['packages', index, 'size'], `repeats packages[${twin}]`));
    if (one.originalPrice !== null && one.originalPrice < Math.max(one.earlyBirdPrice, one.regularPrice)) {
      problems.push(sentence(['packages', index, 'originalPrice'], 'must not be below the price'));
    }
  });
  if (schedule.day !== event.day) {
    problems.push(sentence(['schedule', 'day'], `must be the day of the event (${event.day})`));
  }
  schedule.items.forEach((one, index) => {
    if (one.from >= one.to)
      problems.push(sentence(['schedule', 'items', index, 'to'], `must be after ${one.from}`));
  });
  const lastTo = schedule.items.at(-1)?.to;
  const endsAt = wallTimeIn(event.zone, new Date(event.endsAt));
  if (lastTo !== endsAt && new Date(event.startsAt) < new Date(event.endsAt)) {
    problems.push(sentence(['event', 'endsAt'], `is ${endsAt}, but the schedule ends at ${lastTo}`));
  }
  return problems;
}

/** An earlier deadline is probably that of last year's event. */
const MOST_DAYS_BEFORE = 300;

/** Deadlines that were not set again when the event's day was. */
function findFormerDays({ event, deadlines, refunds }: EventContent): string[] {
  const days: [PropertyKey[], Day][] = [
    [['event', 'earlyBirdEndsAt'], dayIn(event.zone, new Date(event.earlyBirdEndsAt))],
    [['deadlines', 'namingEndsOn'], deadlines.namingEndsOn],
    ...refunds.steps.map(({ until }, index): [PropertyKey[], Day] => [
      ['refunds', 'steps', index, 'until'],
      until,
    ]),
  ];
  return days
    .filter(([, day]) => day < daysBefore(event.day, MOST_DAYS_BEFORE))
    .map(([path]) => sentence(path, `is more than ${MOST_DAYS_BEFORE} days before day (${event.day})`));
}

function findDateContradictions(event: EventInfo): string[] {
  const problems: string[] = [];
  const mustPrecede = (earlier: keyof EventInfo & string, later: keyof EventInfo & string) => {
    if (new Date(event[earlier] as string) >= new Date(event[later] as string)) {
      problems.push(sentence(['event', earlier], `must be before ${later}`));
    }
  };
  mustPrecede('earlyBirdEndsAt', 'startsAt');
  mustPrecede('startsAt', 'endsAt');
  mustPrecede('endsAt', 'closesAt');
  mustPrecede('trainingSaleEndsAt', 'closesAt');
  const startsOn = dayIn(event.zone, new Date(event.startsAt));
  if (startsOn !== event.day) {
    problems.push(sentence(['event', 'startsAt'], `falls on ${startsOn}, but day is ${event.day}`));
  }
  if (event.training.day >= event.day) {
    problems.push(sentence(['event', 'training', 'day'], `must be before day (${event.day})`));
  }
  return problems;
}

function findCapacityContradictions(event: EventInfo): string[] {
  const problems: string[] = [];
  event.capacity.forEach((one, index) => {
    const twin = event.capacity.findIndex((other) => other.day === one.day);
    if (twin !== index)
      problems.push(sentence(['event', 'capacity', index, 'day'], `repeats capacity[${twin}]`));
  });
  for (const [field, needed] of [
    ['day', event.day],
    ['training.day', event.training.day],
  ] as const) {
    if (!event.capacity.some((one) => one.day === needed)) {
      problems.push(sentence(['event', 'capacity'], `has no entry for ${field} (${needed})`));
    }
  }
  return problems;
}

function findNamingContradictions(
  { namingEndsOn, remindDaysBefore }: NamingRule,
  event: EventInfo,
): string[] {
  const problems: string[] = [];
  if (namingEndsOn > event.day) {
    problems.push(sentence(['deadlines', 'namingEndsOn'], `must not be after day (${event.day})`));
  }
  remindDaysBefore.forEach((days, index) => {
    const before = remindDaysBefore[index - 1];
    if (before !== undefined && days >= before) {
      problems.push(sentence(['deadlines', 'remindDaysBefore', index], `must be below ${before}`));
    }
  });
  return problems;
}

function findRefundContradictions({ steps }: RefundRule, event: EventInfo): string[] {
  return steps.flatMap((one, index) => {
    const problems: string[] = [];
    const before = steps[index - 1];
    const say = (field: keyof typeof one, message: string) =>
      problems.push(sentence(['refunds', 'steps', index, field], message));
    if (before && one.until <= before.until) say('until', `must be after ${before.until}`);
    if (before && one.percent >= before.percent) say('percent', `must be below ${before.percent}`);
    if (one.until > event.day) say('until', `must not be after day (${event.day})`);
    return problems;
  });
}

/** With `keep_price`, whoever cancels seats of a larger package keeps the others below their price. */
function findCheaperSeats({ seatValue }: RefundRule, packages: readonly Package[]): string[] {
  if (seatValue === 'reprice') return [];
  const perSeat = (one: Package) => PRICINGS.map((pricing) => priceOf(one, pricing) / seatsOf(one.size));
  const isCheaper = packages.some((one) =>
    packages.some((other) => {
      if (other.eventType !== one.eventType || seatsOf(other.size) <= seatsOf(one.size)) return false;
      return perSeat(other).some((price, index) => price < perSeat(one)[index]!);
    }),
  );
  return isCheaper
    ? [sentence(['refunds', 'seatValue'], 'must be reprice, because larger packages cost less per seat')]
    : [];
}

function sentence(path: readonly PropertyKey[], message: string): string {
  const [root, ...rest] = path;
  const field = rest.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  if (root === undefined) return `content: content ${message}.`;
  const name = String(root);
  return `content/${FILES[name] ?? name}.ts: ${name}${field} ${message}.`;
}

/** For fields whose schema has no message of its own. */
function tellPlainly(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : 'has the wrong type';
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
