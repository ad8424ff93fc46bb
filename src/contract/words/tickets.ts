import type { EventType } from '#domain/packages.ts';

/** What a person at the door has. */
export const TICKET_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Training and conference, two days',
};
