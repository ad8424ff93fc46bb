import type { Board } from '#contract/door-day.ts';
import { formatTime } from '#domain/calendar.ts';

type Slots = Board['perFiveMinutes'];

/** What the highest bar is rounded up to, with at most so many of them below it. */
const STEPS = [1, 5, 10, 25, 50, 100, 250, 1000];
const MOST_STEPS = 10;
const LEAST_TOP = 5;
const STEPS_MINUTES = [15, 30, 60, 120, 240];
const MOST_LABELS = 6;
const SLOT_MINUTES = 5;

/** The top of the scale: the smallest round number that holds the highest bar. */
export function scaleTop(slots: Slots): number {
  const most = Math.max(1, ...slots.map(({ arrived }) => arrived));
  const step = STEPS.find((one) => most / one <= MOST_STEPS) ?? STEPS.at(-1)!;
  return Math.max(LEAST_TOP, Math.ceil(most / step) * step);
}

/** As many as an hour has, so that the first arrivals are bars among others: none came before them. */
export function atLeastAnHour(slots: Slots): Slots {
  const first = Date.parse(slots[0]!.from);
  const missing = Math.max(0, 60 / SLOT_MINUTES - slots.length);
  const before = Array.from({ length: missing }, (_, index) => ({
    from: new Date(first - (missing - index) * SLOT_MINUTES * 60_000).toISOString(),
    arrived: 0,
  }));
  return [...before, ...slots];
}

/** Times to write under the chart, and where: 0 is its left edge, 1 its right. */
export function timeLabels(slots: Slots, zone: string): { text: string; place: number }[] {
  const span = slots.length * SLOT_MINUTES;
  const step = STEPS_MINUTES.find((minutes) => span / minutes <= MOST_LABELS) ?? STEPS_MINUTES.at(-1)!;
  return slots.flatMap(({ from }, index) => {
    const minutes = Date.parse(from) / 60_000;
    return minutes % step === 0 ? [{ text: hourOf(zone, from), place: index / slots.length }] : [];
  });
}

/** `8:05`: which half of the day it is, everybody knows. */
function hourOf(zone: string, from: string): string {
  return formatTime(zone, new Date(from)).replace(/\s[AP]M$/, '');
}
