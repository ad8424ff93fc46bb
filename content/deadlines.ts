import type { NamingRule } from '#domain/naming.ts';

/**
 * `namingEndsOn` is the last day on which teams can name their own seats; after it, the order's page, the desk
 * and the door can.
 * `remindDaysBefore`: how many days before that day buyers with free seats get a reminder.
 * The end of early bird is in `event.ts`.
 */
export const deadlines: NamingRule = {
  namingEndsOn: '2025-09-18',
  remindDaysBefore: [14, 7, 3],
};
