import { type Day, dayIn, formatInstant } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { registrationNumber } from '#domain/codes.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import { shortCode } from '#domain/short-code.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { alphabetical } from '../db/alphabetical.ts';
import { and, asc, eq, gt, inArray, sql } from '../db/drizzle.ts';
import { orders, registrations } from '../db/tables.ts';
import { type Download, pdfDownload } from '../http/bind.ts';
import { freeSeatsOf } from '../orders/free-seats.ts';
import { type DoorListRow, drawDoorList, type TeamWithSeats } from './draw-door-list.ts';
import { drawPracticeTickets } from './draw-practice-tickets.ts';

/** The paper list, with boxes for the current and coming days. */
export async function getDoorList(ctx: Context): Promise<Download> {
  const { zone } = ctx.content.event;
  const today = dayIn(zone, ctx.now);
  const days = daysOf(ctx.content.event, 'both');
  const left = days.filter((day) => day >= today);
  const printed = left.length > 0 ? left : days;
  const teams = await listTeamsWithSeats(ctx);
  const file = await drawDoorList({
    ...infoOf(ctx),
    asOf: formatInstant(zone, ctx.now),
    days: printed,
    people: await listPeople(ctx),
    teams: teams.filter((team) => team.days.some((day) => printed.includes(day))),
  });
  return pdfDownload({ fileName: `door-list-${today}.pdf`, file });
}

export async function getPracticeTickets(ctx: Context): Promise<Download> {
  return pdfDownload({ fileName: 'practice-tickets.pdf', file: await drawPracticeTickets(infoOf(ctx)) });
}

function infoOf({ content, now }: Context) {
  return { event: content.event.name, host: content.event.host.name, createdAt: now };
}

/** Everybody with a valid ticket, by last name. */
async function listPeople(ctx: Context): Promise<DoorListRow[]> {
  const { event } = ctx.content;
  const rows = await ctx.db
    .select({
      id: registrations.id,
      firstName: registrations.firstName,
      lastName: registrations.lastName,
      email: registrations.email,
      track: registrations.track,
      organization: orders.organization,
      order: {
        id: orders.id,
        eventType: orders.eventType,
        packageSize: orders.packageSize,
        totalAmount: orders.totalAmount,
      },
      inOn: sql<Day[]>`array(SELECT admitted_on::text FROM check_ins
        WHERE registration_id = ${registrations.id} AND undone_at IS NULL)`,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .where(isTicket())
    .orderBy(alphabetical(registrations.lastName), alphabetical(registrations.firstName), registrations.id);
  return rows.map(({ id, order, ...person }) => ({
    ...person,
    number: registrationNumber(event.shortCode, order.id),
    shortCode: shortCode(id),
    packageLabel: packageLabel(order),
    days: daysOf(event, order.eventType),
  }));
}

/** Teams that may still bring people who aren't on the list. */
async function listTeamsWithSeats(ctx: Context): Promise<TeamWithSeats[]> {
  const rows = await ctx.db
    .select({
      id: orders.id,
      eventType: orders.eventType,
      organization: orders.organization,
      leader: sql<string>`${orders.organizerFirstName} || ' ' || ${orders.organizerLastName}`,
      freeSeats: freeSeatsOf(),
    })
    .from(orders)
    .where(
      and(inArray(orders.paymentStatus, PAID_STATUSES), gt(orders.teamMemberCount, 1), gt(freeSeatsOf(), 0)),
    )
    .orderBy(alphabetical(orders.organization), asc(orders.id));
  return rows.map(({ id, eventType, leader, organization, freeSeats }) => ({
    name: organization ?? leader,
    number: registrationNumber(ctx.content.event.shortCode, id),
    freeSeats,
    days: daysOf(ctx.content.event, eventType),
  }));
}
