import type { Board } from '#contract/door-day.ts';
import { bareTime } from '../../clock-time.ts';

type Slots = Board['perFiveMinutes'];

/** The scale's top is a multiple of a step, of which it has at most `MOST_STEPS`. */
const STEPS = [1, 5, 10, 25, 50, 100, 250, 1000];
const MOST_STEPS = 10;
const LEAST_TOP = 5;
const STEPS_MINUTES = [15, 30, 60, 120, 240];
const MOST_LABELS = 6;
const SLOT_MINUTES = 5;

/** The top of the scale: the smallest round number that fits the highest bar. */
export function scaleTop(slots: Slots): number {
  const most = Math.max(1, ...slots.map(({ arrived }) => arrived));
  const step = STEPS.find((one) => most / one <= MOST_STEPS) ?? STEPS.at(-1)!;
  return Math.max(LEAST_TOP, Math.ceil(most / step) * step);
}

/** At least an hour of slots, padded with empty ones, so that the first arrivals don't fill the chart. */
export function atLeastAnHour(slots: Slots): Slots {
  const first = Date.parse(slots[0]!.from);
  const missing = Math.max(0, 60 / SLOT_MINUTES - slots.length);
  const before = Array.from({ length: missing }, (_, index) => ({
    from: new Date(first - (missing - index) * SLOT_MINUTES * 60_000).toISOString(),
    arrived: 0,
  }));
  return [...before, ...slots];
}

/** Labels under the chart and their positions: 0 is the left edge, 1 the right. */
export function timeLabels(slots: Slots, zone: string): { text: string; place: number }[] {
  const span = slots.length * SLOT_MINUTES;
  const step = STEPS_MINUTES.find((minutes) => span / minutes <= MOST_LABELS) ?? STEPS_MINUTES.at(-1)!;
  return slots.flatMap(({ from }, index) => {
    const minutes = Date.parse(from) / 60_000;
    return minutes % step === 0 ? [{ text: bareTime(zone, from), place: index / slots.length }] : [];
  });
}
