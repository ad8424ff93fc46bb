import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { completeness, countSeats, seatsInUse } from '#domain/attendee.ts';
import { REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { and, eq, inArray, isNull } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, type RegistrationRow, refunds, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/**
 * Locks an order and reads its people, without those whose ticket was refunded. Pending refunds reserve people and
 * seats: `staying` are the remaining people, `freeSeats` the unnamed seats that no refund returns.
 */
export async function lockOrder(tx: Transaction, orderId: number): Promise<OrderWithPeople> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  return withPeople(tx, order);
}

/** The same without a lock, for what only shows it. */
export async function readOrder(db: Database | Transaction, orderId: number): Promise<OrderWithPeople> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return withPeople(db, order);
}

/** Locks a registration; waits for a door that is admitting the person. */
export async function lockPerson(tx: Transaction, id: number): Promise<RegistrationRow> {
  const [person] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
  if (!person) throw new Refusal('registration_not_found');
  return person;
}

export interface OrderWithPeople {
  readonly order: OrderRow;
  readonly named: RegistrationRow[];
  readonly seats: number;
  readonly staying: RegistrationRow[];
  readonly freeSeats: number;
}

/** A ticket that is being refunded can't be changed: a new holder would lose it as soon as the refund is paid. */
export function refuseUnlessStaying(
  {
    named,
    staying,
  }: { readonly named: readonly RegistrationRow[]; readonly staying: readonly RegistrationRow[] },
  { id }: { readonly id: number },
): void {
  if (!named.some((one) => one.id === id)) throw new Refusal('registration_not_found');
  if (!staying.some((one) => one.id === id))
    throw new Refusal('ticket_ended', { message: REFUSAL_WORDS.ticketBeingRefunded });
}

async function withPeople(db: Database | Transaction, order: OrderRow | undefined): Promise<OrderWithPeople> {
  if (!order) throw new Refusal('order_not_found');
  const named = await db
    .select()
    .from(registrations)
    .where(and(eq(registrations.orderId, order.id), isNull(registrations.voidedAt)));
  const underWay = await db
    .select({ people: refunds.registrationIds, seats: refunds.seats })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), inArray(refunds.state, REFUNDS_UNDER_WAY)));
  const leaving = underWay.flatMap(({ people }) => people);
  const staying = named.filter(({ id }) => !leaving.includes(id));
  const seats = countSeats(order);
  const freeSeats = underWay.reduce((left, one) => left - one.seats, seats - staying.length);
  return { order, named, seats, staying, freeSeats };
}

export function organizerFirst(people: readonly RegistrationRow[]): RegistrationRow[] {
  return people.toSorted((a, b) => Number(b.isOrganizer) - Number(a.isOrganizer) || a.id - b.id);
}

/** Stores the order's completeness (R-ATTENDEE-2) after people were added, changed or removed. */
export async function storeCompleteness(tx: Transaction, orderId: number): Promise<void> {
  const { order, named } = await lockOrder(tx, orderId);
  const seats = seatsInUse(order);
  const attendeeDataStatus = completeness(named, { seats, eventType: order.eventType });
  await tx.update(orders).set({ attendeeDataStatus }).where(eq(orders.id, order.id));
}
