import type { SettledAs } from '#domain/standing.ts';

interface WayToSettle {
  readonly outcome: SettledAs;
  readonly label: string;
}

/** Buttons for somebody who was admitted twice, or named with no seat left. */
export const TWICE: readonly WayToSettle[] = [
  { outcome: 'same_person', label: 'Same person' },
  { outcome: 'two_people', label: 'Two people: keep both' },
];

/** For an ended ticket: the person is inside, as well as whoever has the seat by now. */
export const NOTED: readonly WayToSettle[] = [{ outcome: 'two_people', label: 'Noted' }];
