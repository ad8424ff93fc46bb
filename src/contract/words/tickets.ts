import type { EventType } from '#domain/packages.ts';

/** A person's ticket, as the door names it. */
export const TICKET_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Training and conference, two days',
};
