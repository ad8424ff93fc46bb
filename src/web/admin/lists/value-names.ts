import type { EventType } from '#domain/packages.ts';

// Stored values as staff read them.

export const EVENT_TYPE_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Both days',
};

export const TEAM_SIZE_NAMES = {
  individual: peopleText(1),
  'group-5': peopleText(5),
  'group-10': peopleText(10),
};

export const PRICING_NAMES = { 'early-bird': 'Early bird', regular: 'Regular' };

export const SIGNUP_SOURCE_NAMES = {
  hero_section: 'Hero form',
  footer: 'Footer form',
  registration_section: 'Registration form',
};

/** `1 person`, `10 people`. */
export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
