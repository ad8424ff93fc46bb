import type { EventType } from '#domain/packages.ts';

export const EVENT_TYPE_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Trainer',
  both: 'Both',
};
