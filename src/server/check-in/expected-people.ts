import { isEventDay } from '#domain/admission.ts';
import type { Day } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { isPaid, PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, isNull, type SQL } from '../db/drizzle.ts';
import { checkIns, orders, registrations } from '../db/tables.ts';

const PAID = PAYMENT_STATUSES.filter(isPaid);

/** A registration, joined with its order, that opens a door on some day. */
export function isTicket(): SQL {
  return and(inArray(orders.paymentStatus, PAID), isNull(registrations.voidedAt))!;
}

/** A registration, joined with its order, whose person is expected that day. On a rehearsal day everybody is. */
export function isExpected({ content: { event } }: Context, day: Day): SQL {
  const types = EVENT_TYPES.filter((type) => !isEventDay(event, day) || daysOf(event, type).includes(day));
  return and(isTicket(), inArray(orders.eventType, types))!;
}

/** The check-in of a registration that stands on that day. */
export function isIn(day: Day): SQL {
  return and(
    eq(checkIns.registrationId, registrations.id),
    eq(checkIns.admittedOn, day),
    isNull(checkIns.undoneAt),
  )!;
}
