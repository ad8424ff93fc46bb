import { isPaid } from '#domain/order.ts';
import { type NameSeat, seating } from '#domain/standing.ts';
import { lockOrder, storeCompleteness } from '../attendees/lock-order.ts';
import type { Context } from '../context.ts';
import { and, eq, isNotNull } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, type RegistrationRow, registrations, type ScanRow } from '../db/tables.ts';
import { issueCodes } from '../tickets/ticket-codes.ts';
import type { Person } from './project-check-ins.ts';
import { asScan } from './read-log.ts';

/**
 * Assigns the orders' free seats to the names in the log (R-DOOR-5). An earlier name that arrives late takes the latest
 * one's registration. Returns the registrations of everybody named at the door.
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
  const { order, named, openSeats } = await lockOrder(tx, orderId);
  const ended = await findEnded(tx, orderId);
  const holders = named.filter((one) => one.seat);
  if (!isPaid(order.paymentStatus)) return [...ended, ...holders];
  const names = rows.filter((row) => !ended.some((one) => one.seat === row.seat));
  const { seated } = seating(names.map(asScan), openSeats + holders.length);
  const isSeated = (seat: string | null) => seated.some(({ id }) => id === seat);
  const staying = holders.filter((one) => isSeated(one.seat));
  const freed = holders.filter((one) => !isSeated(one.seat));
  const coming = seated.filter(({ id }) => !holders.some((one) => one.seat === id));
  if (freed.length === 0 && coming.length === 0) return [...ended, ...staying];

  const moved = coming.slice(0, freed.length).map((name, index) => ({ name, from: freed[index]! }));
  for (const { name, from } of moved) await rename(tx, from, name);
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

async function rename(
  tx: Transaction,
  from: RegistrationRow,
  { id, firstName, lastName }: NameSeat,
): Promise<void> {
  await tx.update(registrations).set({ seat: id, firstName, lastName }).where(eq(registrations.id, from.id));
}

/** A person at the door needs no mail, so the buyer's address serves until somebody corrects it. */
async function addPerson(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { id, firstName, lastName }: NameSeat,
): Promise<Person> {
  const [added] = await tx
    .insert(registrations)
    .values({
      orderId: order.id,
      firstName,
      lastName,
      email: order.organizerEmail,
      seat: id,
      createdAt: ctx.now,
    })
    .returning();
  await issueCodes(tx, ctx, [added!]);
  return { id: added!.id, seat: id };
}
