import { isPaid } from '#domain/order.ts';
import { type NameSeat, seating } from '#domain/standing.ts';
import { endCode } from '../attendees/change-person.ts';
import { lockOrder, storeCompleteness } from '../attendees/lock-order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, isNotNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  type OrderRow,
  type RegistrationRow,
  registrationAudit,
  registrations,
  type ScanRow,
} from '../db/tables.ts';
import type { Person } from '../scans/project-check-ins.ts';
import { asScan } from '../scans/read-log.ts';
import { issueCodes } from '../tickets/ticket-codes.ts';

/**
 * Assigns the orders' free seats to the names in the log (R-DOOR-5). An earlier name that arrives late takes the latest
 * one's seat, unless somebody has corrected its holder since. A withdrawn name frees its seat, unless somebody else has
 * got it since. Returns the registrations of everybody named at the door.
 */
export async function fillSeats(
  tx: Transaction,
  ctx: Context,
  orderIds: readonly number[],
  log: readonly ScanRow[],
): Promise<Person[]> {
  const seated: Person[] = [];
  for (const orderId of orderIds) {
    const rows = log.filter((row) => row.orderId === orderId && row.seat && !row.practice);
    seated.push(...(await fillOrder(tx, ctx, orderId, rows)));
  }
  return seated;
}

async function fillOrder(
  tx: Transaction,
  ctx: Context,
  orderId: number,
  rows: readonly ScanRow[],
): Promise<Person[]> {
  const { order, named, staying: kept, freeSeats } = await lockOrder(tx, orderId);
  const holders = kept.filter((one) => one.seat);
  // A ticket that is being refunded goes to nobody else.
  const leaving = named.filter((one) => one.seat && !kept.includes(one));
  const ended = [...(await findEnded(tx, orderId)), ...leaving];
  if (!isPaid(order.paymentStatus)) return [...ended, ...holders];
  const names = rows.filter((row) => !ended.some((one) => one.seat === row.seat));
  const seats = freeSeats + holders.length;
  const { seated, over, settled } = seating(names.map(asScan), seats);
  const isSeated = holds(seated);
  const isUnseated = holds([...over, ...settled]);
  const given = await findGiven(
    tx,
    holders.map((one) => one.id),
  );
  const stays = (one: RegistrationRow) =>
    isSeated(one) || (isUnseated(one) && isCorrected(one, order, rows)) || given.has(one.id);
  const staying = holders.filter(stays);
  const freed = holders.filter((one) => !stays(one));
  const coming = seated
    .filter(({ id }) => !holders.some((one) => one.seat === id))
    .slice(0, Math.max(0, seats - staying.length));
  if (freed.length === 0 && coming.length === 0) return [...ended, ...staying];

  const moved = coming.slice(0, freed.length).map((name, index) => ({ name, from: freed[index]! }));
  for (const { name, from } of moved) await replacePerson(tx, ctx, order, from, name);
  for (const from of freed.slice(coming.length)) {
    await tx.delete(registrations).where(eq(registrations.id, from.id));
  }
  const added = [];
  for (const name of coming.slice(freed.length)) added.push(await addPerson(tx, ctx, order, name));
  await storeCompleteness(tx, orderId);
  return [...ended, ...staying, ...moved.map(({ name, from }) => ({ id: from.id, seat: name.id })), ...added];
}

/** People who were named at the door and whose seat was canceled or freed since: their name takes no other. */
function findEnded(tx: Transaction, orderId: number): Promise<Person[]> {
  const { id, seat, voidedAt } = registrations;
  return tx
    .select({ id, seat })
    .from(registrations)
    .where(and(eq(registrations.orderId, orderId), isNotNull(seat), isNotNull(voidedAt)));
}

function holds(names: readonly NameSeat[]): (holder: RegistrationRow) => boolean {
  return ({ seat }) => names.some(({ id }) => id === seat);
}

/** Whether a name or address is no longer what the door wrote: by now the ticket may have been sent to its holder. */
function isCorrected(holder: RegistrationRow, order: OrderRow, rows: readonly ScanRow[]): boolean {
  const given = rows.find((row) => row.id === holder.seat);
  return (
    holder.firstName !== given?.firstName ||
    holder.lastName !== given.lastName ||
    holder.email !== order.organizerEmail
  );
}

/**
 * Of these registrations, those whose ticket the door had issued to somebody else before staff, the buyer or that holder
 * gave it to its holder: withdrawing the earlier name must not end it.
 */
export async function findGiven(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { id, registrationId, action, details } = registrationAudit;
  const transfers = await tx
    .select({ registrationId, isAtDoor: sql<boolean>`${details} ? 'atDoor'` })
    .from(registrationAudit)
    .where(and(inArray(registrationId, ids), eq(action, 'ticket_transferred')))
    .orderBy(id);
  const latest = new Map(transfers.map((one) => [one.registrationId!, one.isAtDoor]));
  return new Set(ids.filter((one) => latest.get(one) === false));
}

/** Somebody else gets the seat, and nothing that belonged to its holder, not even the code (R-CODE-4). */
async function replacePerson(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  from: RegistrationRow,
  name: NameSeat,
): Promise<void> {
  const [changed] = await tx
    .update(registrations)
    .set({
      ...atDoor(order, name),
      isOrganizer: false,
      dietaryRestrictions: null,
      track: null,
      ticketOpenedAt: null,
    })
    .where(eq(registrations.id, from.id))
    .returning();
  await endCode(tx, ctx, from.id, 'another_person');
  await issueCodes(tx, ctx, [changed!]);
  await recordAudit(tx, ctx, {
    action: 'ticket_transferred',
    orderId: order.id,
    registrationId: from.id,
    details: { atDoor: true },
  });
}

async function addPerson(tx: Transaction, ctx: Context, order: OrderRow, name: NameSeat): Promise<Person> {
  const [added] = await tx
    .insert(registrations)
    .values({ ...atDoor(order, name), orderId: order.id, createdAt: ctx.now })
    .returning();
  await issueCodes(tx, ctx, [added!]);
  return { id: added!.id, seat: name.id };
}

/** A person at the door needs no mail, so the buyer's address serves until somebody corrects it. */
function atDoor(order: OrderRow, { id, firstName, lastName }: NameSeat) {
  return { seat: id, firstName, lastName, email: order.organizerEmail };
}
