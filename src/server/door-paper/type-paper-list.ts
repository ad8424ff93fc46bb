import type { typePaperList as route } from '#contract/door-day.ts';
import type { ParsedOf } from '#contract/route.ts';
import * as words from '#contract/words/door-fields.ts';
import { fullName } from '#domain/attendee.ts';
import { type Day, dayIn } from '#domain/calendar.ts';
import { registrationOfShortCode } from '#domain/short-code.ts';
import { deskScan } from '../audit/desk-scan.ts';
import { isExpected } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { eq, inArray, isNull, or, sql } from '../db/drizzle.ts';
import { checkIns, orders, registrations, scans } from '../db/tables.ts';
import { recordScans } from '../door/record-scans.ts';
import { Refusal } from '../errors.ts';

type Input = ParsedOf<typeof route.body>;
type Outcome = ParsedOf<typeof route.response>;

/**
 * Adds the check marks to the log, where they merge like all other scans. The response is read from the log, so that a retry
 * after a lost response gets the same one (R-DOOR-10).
 */
export async function typePaperList(ctx: Context, input: Input): Promise<Outcome> {
  const decidedAt = new Date(input.collectedAt);
  if (decidedAt > ctx.now) {
    throw new Refusal('invalid', { fields: { collectedAt: words.stillToCome } });
  }
  const day = dayIn(ctx.content.event.zone, decidedAt);
  const people = await findPeople(ctx, input);
  const rows = input.entries.flatMap(({ id, shortCode }) => {
    const person = people.get(registrationOfShortCode(shortCode) ?? 0);
    if (!person) return [];
    return deskScan(ctx, {
      id,
      kind: 'admit',
      orderId: person.orderId,
      registrationId: person.seat ? null : person.id,
      seat: person.seat,
      method: 'paper',
      door: input.door,
      day,
      decidedAt,
    });
  });
  await recordScans(ctx, rows);
  const stored = await readStored(ctx, input, day);
  return { stored, unknown: input.entries.filter(({ id }) => !stored.some((one) => one.id === id)) };
}

async function findPeople({ db }: Context, { entries }: Input) {
  const ids = entries.flatMap(({ shortCode }) => registrationOfShortCode(shortCode) ?? []);
  const { id, orderId, seat } = registrations;
  const rows = await db
    .select({ id, orderId, seat })
    .from(registrations)
    .where(inArray(registrations.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** In the order typed. */
async function readStored(ctx: Context, { entries }: Input, day: Day): Promise<Outcome['stored']> {
  const ids = entries.map(({ id }) => id);
  const rows = await ctx.db
    .select({
      id: scans.id,
      firstName: registrations.firstName,
      lastName: registrations.lastName,
      // Admissions that aren't the earliest exist only in the log.
      checkIn: checkIns.id,
      // The site undoes a mark from before the ticket passed to somebody else.
      isExpected: sql<boolean>`${isExpected(ctx, day)} AND ${isNull(checkIns.undoneAt)}`,
    })
    .from(scans)
    .innerJoin(
      registrations,
      or(eq(registrations.id, scans.registrationId), eq(registrations.seat, scans.seat)),
    )
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(checkIns, eq(checkIns.pressId, scans.id))
    .where(inArray(scans.id, ids));
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [];
    return [{ id, name: fullName(row), isDuplicate: row.checkIn === null, isExpected: row.isExpected }];
  });
}
