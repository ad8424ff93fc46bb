import { isValidOn } from '#domain/admission.ts';
import type { Day } from '#domain/calendar.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, isNull, type Placeholder, type SQL } from '../db/drizzle.ts';
import { checkIns, orders, registrations } from '../db/tables.ts';

/** Whether a registration, joined with its order, is a valid ticket for any day. */
export function isTicket(): SQL {
  return and(inArray(orders.paymentStatus, PAID_STATUSES), isNull(registrations.voidedAt))!;
}

/** Whether the person of a registration, joined with its order, is expected that day. On a rehearsal day everybody is. */
export function isExpected({ content: { event } }: Context, day: Day): SQL {
  const types = EVENT_TYPES.filter((type) => isValidOn(event, type, day));
  return and(isTicket(), inArray(orders.eventType, types))!;
}

/** Joins a registration with its valid check-in of that day. */
export function isIn(day: Day | Placeholder): SQL {
  return and(
    eq(checkIns.registrationId, registrations.id),
    eq(checkIns.admittedOn, day),
    isNull(checkIns.undoneAt),
  )!;
}
