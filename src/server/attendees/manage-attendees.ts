import type { Attendee, AttendeeAtTheDoor, addOrderAttendee as addRoute } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isBuyer } from '#domain/attendee.ts';
import { ERASED } from '#domain/erased.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray, isNull } from '../db/drizzle.ts';
import { checkIns, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByNumber } from '../orders/find-order.ts';
import { linksOut } from '../orders/free-seats.ts';
import { lockOrder } from './lock-order.ts';
import { nameSeat, refuseSamePerson } from './name-seat.ts';
import { personOf } from './person-fields.ts';
import { refusePromised } from './promised-seats.ts';

/** The people of an order, the organizer first, with their check-ins. */
export async function listAttendees(ctx: Context, orderId: string): Promise<AttendeeAtTheDoor[]> {
  const order = await getOrderByNumber(ctx, orderId);
  const people = await ctx.db
    .select()
    .from(registrations)
    .where(and(eq(registrations.orderId, order.id), isNull(registrations.voidedAt)))
    .orderBy(desc(registrations.isOrganizer), registrations.id);
  const ids = people.map((one) => one.id);
  const standing = await ctx.db
    .select()
    .from(checkIns)
    .where(and(inArray(checkIns.registrationId, ids), isNull(checkIns.undoneAt)))
    .orderBy(checkIns.checkedInAt);
  return people.map((person) => ({
    ...person,
    checkIns: standing
      .filter((one) => one.registrationId === person.id)
      .map((one) => ({
        at: one.checkedInAt.toISOString(),
        door: one.location,
        by: one.checkedInBy,
        notes: one.notes,
      })),
  }));
}

/** Staff need only an unnamed seat; the track may follow later (R-ATTENDEE-3). */
export async function addOrderAttendee(
  ctx: Context,
  orderId: string,
  { isSecondPerson, ...input }: ParsedOf<typeof addRoute.body>,
): Promise<Attendee> {
  const found = await getOrderByNumber(ctx, orderId);
  return ctx.db.transaction(async (tx) => {
    const { order, named, freeSeats } = await lockOrder(tx, found.id);
    if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
    const person = personOf(input);
    if (!isSecondPerson) refuseSamePerson(named, person);
    if (freeSeats <= 0) throw new Refusal('no_slots_left');
    refusePromised(ctx, { free: freeSeats, links: await linksOut(tx, order.id) }, 1);
    return nameSeat(tx, ctx, order, person);
  });
}

/**
 * The organizer's registration: the one that is marked, otherwise one with the buyer's name and address, otherwise a new
 * one from the order's own fields. Repeating it changes nothing.
 */
export async function ensureOrganizer(ctx: Context, orderId: string): Promise<Attendee> {
  const found = await getOrderByNumber(ctx, orderId);
  return ctx.db.transaction(async (tx) => {
    const { order, named, staying, freeSeats } = await lockOrder(tx, found.id);
    const organizer = named.find((one) => one.isOrganizer);
    if (organizer) return organizer;
    if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
    // One whose ticket was refunded keeps the mark otherwise, and an order has one organizer.
    await tx.update(registrations).set({ isOrganizer: false }).where(eq(registrations.orderId, order.id));
    const buyer = staying.find((one) => isBuyer(order, one));
    if (buyer) {
      const isThem = eq(registrations.id, buyer.id);
      const [marked] = await tx.update(registrations).set({ isOrganizer: true }).where(isThem).returning();
      await recordAudit(tx, ctx, {
        action: 'organizer_marked',
        orderId: order.id,
        registrationId: buyer.id,
      });
      return marked!;
    }
    if (order.organizerEmail === ERASED.email) throw new Refusal('organizer_erased');
    if (freeSeats <= 0) throw new Refusal('no_slots_left');
    refusePromised(ctx, { free: freeSeats, links: await linksOut(tx, order.id) }, 1);
    const [leader] = order.namedAttendees;
    const person = {
      firstName: order.organizerFirstName,
      lastName: order.organizerLastName,
      email: order.organizerEmail,
      track: leader?.track ?? null,
      dietaryRestrictions: leader?.dietaryRestrictions ?? null,
    };
    return nameSeat(tx, ctx, order, person);
  });
}
