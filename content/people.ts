import type { NamingRule } from '#domain/naming.ts';

/**
 * Until the end of which day teams name their own seats; after it, the desk and the door do. `remindDaysBefore` are the
 * days before it on which buyers with free seats get a reminder.
 */
export const people: NamingRule = {
  namingEndsOn: '2025-09-18',
  remindDaysBefore: [14, 7, 3],
};
