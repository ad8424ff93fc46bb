import { event } from '#content/event.ts';
import { packages } from '#content/packages.ts';
import { admission } from '#domain/admission.ts';
import { dayIn, endOfDay } from '#domain/calendar.ts';
import type { Coupon } from '#domain/coupon.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { EVENT_TYPES, type EventType } from '#domain/packages.ts';
import { quoteOrder } from '#domain/quote.ts';

// Evaluates instants at, one millisecond before and one after each boundary, in its own process's zone; prints what
// differs from the table.

/** The boundary as ISO text, what is evaluated, and the results before, at and after it. */
type Row = readonly [border: string, judge: (at: Date) => unknown, before: string, on: string, after: string];

const ZONE = event.zone;
const noon = (day: string) => new Date(`${day}T18:00:00Z`);
const days = (at: Date) => dayIn(ZONE, at);
const priced =
  (eventType: EventType, coupon: Coupon | null = null) =>
  (now: Date) => {
    const wish = { event, packages, eventType, seats: 1, coupon, now, closedByBuild: false };
    const response = quoteOrder(wish);
    return response.ok ? response.quote.pricing : response.reason;
  };
const untilEndOf = (day: string): Coupon => ({
  code: 'ANY',
  discountType: 'fixed',
  discountValue: 500,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: null,
  usesTaken: 0,
  validFrom: null,
  validUntil: endOfDay(ZONE, day),
  eventTypes: EVENT_TYPES,
  isActive: true,
});
const admitted = (eventType: EventType) => (at: Date) =>
  admission(event, { eventType, paymentStatus: 'completed', replaced: null, admittedToday: null }, days(at))
    .kind;

const TABLE: readonly Row[] = [
  ['2025-08-06T23:59:59Z', (at) => eventPhase(event, at), 'early_bird', 'early_bird', 'regular'],
  ['2025-08-06T23:59:59Z', priced('conference'), 'early_bird', 'early_bird', 'regular'],
  ['2025-09-19T15:00:00Z', priced('both'), 'regular', 'sale_ended', 'sale_ended'],
  ['2025-09-19T15:00:00Z', priced('trainer'), 'regular', 'sale_ended', 'sale_ended'],
  ['2025-09-19T15:00:00Z', priced('conference'), 'regular', 'regular', 'regular'],
  ['2025-09-20T15:00:00Z', (at) => eventPhase(event, at), 'regular', 'under_way', 'under_way'],
  // After its program the event has ended, but registration stays open until midnight.
  ['2025-09-20T23:00:00Z', (at) => eventPhase(event, at), 'under_way', 'ended', 'ended'],
  ['2025-09-20T23:00:00Z', priced('conference'), 'regular', 'regular', 'regular'],
  ['2025-09-21T06:00:00Z', priced('conference'), 'regular', 'registration_closed', 'registration_closed'],
  ['2025-09-21T06:00:00Z', (at) => eventPhase(event, at), 'ended', 'past', 'past'],
  [
    '2025-09-10T06:00:00Z',
    priced('conference', untilEndOf('2025-09-09')),
    'regular',
    'coupon_expired',
    'coupon_expired',
  ],
  ['2025-09-19T06:00:00Z', admitted('conference'), 'admit', 'wrong_day', 'wrong_day'],
  ['2025-09-20T06:00:00Z', admitted('conference'), 'wrong_day', 'admit', 'admit'],
  ['2025-09-20T06:00:00Z', admitted('trainer'), 'admit', 'wrong_day', 'wrong_day'],
  ['2025-09-20T06:00:00Z', admitted('both'), 'admit', 'admit', 'admit'],
  ['2025-09-21T06:00:00Z', admitted('trainer'), 'wrong_day', 'admit', 'admit'],
  ['2024-02-29T07:00:00Z', days, '2024-02-28', '2024-02-29', '2024-02-29'],
  ['2024-03-01T07:00:00Z', days, '2024-02-29', '2024-03-01', '2024-03-01'],
  ['2025-03-01T07:00:00Z', days, '2025-02-28', '2025-03-01', '2025-03-01'],
  ['2025-03-09T07:00:00Z', days, '2025-03-08', '2025-03-09', '2025-03-09'],
  ['2025-03-10T06:00:00Z', days, '2025-03-09', '2025-03-10', '2025-03-10'],
  ['2025-11-02T06:00:00Z', days, '2025-11-01', '2025-11-02', '2025-11-02'],
  ['2025-11-03T07:00:00Z', days, '2025-11-02', '2025-11-03', '2025-11-03'],
  ['2026-01-01T07:00:00Z', days, '2025-12-31', '2026-01-01', '2026-01-01'],
];
/** Days and their ends: of 23 and 25 hours, around February 29, at the end of the year. */
const ENDS: readonly (readonly [day: string, end: string])[] = [
  ['2024-02-28', '2024-02-29T07:00:00.000Z'],
  ['2024-02-29', '2024-03-01T07:00:00.000Z'],
  ['2025-02-28', '2025-03-01T07:00:00.000Z'],
  ['2025-03-09', '2025-03-10T06:00:00.000Z'],
  ['2025-11-02', '2025-11-03T07:00:00.000Z'],
  ['2025-12-31', '2026-01-01T07:00:00.000Z'],
];

const verdicts = TABLE.flatMap(([border, judge, ...wanted]) =>
  wanted.map((one, index) => {
    const at = new Date(Date.parse(border) + index - 1);
    return { what: at.toISOString(), wanted: one, found: String(judge(at)) };
  }),
);
const ends = ENDS.flatMap(([day, end]) => [
  { what: `the end of ${day}`, wanted: end, found: endOfDay(ZONE, day).toISOString() },
  { what: `noon of ${day}`, wanted: day, found: days(noon(day)) },
]);
const all = [...verdicts, ...ends];
const wrong = all.filter(({ wanted, found }) => wanted !== found);
process.stdout.write(JSON.stringify({ offset: new Date(0).getTimezoneOffset(), cases: all.length, wrong }));
