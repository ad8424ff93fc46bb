import type { exportRegistrations as route } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { formatInstant, zoneName } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { csvLine } from '#domain/csv.ts';
import { packageLabel } from '#domain/packages.ts';
import { type Context, today } from '../context.ts';
import { and, desc, eq, inArray, isNull, lt } from '../db/drizzle.ts';
import { orders, registrations } from '../db/tables.ts';
import type { Download } from '../http/bind.ts';
import { matchesSearch } from './matches-search.ts';

const columnsIn = (zone: string) => [
  'Transaction ID',
  'Registration ID',
  'First Name',
  'Last Name',
  'Email',
  'Track',
  'Organizer',
  'Dietary Restrictions',
  'Checked In',
  `Created (${zone})`,
  'Event Type',
  'Organization',
  'Package',
  `Check-in Time (${zone})`,
];
const BATCH = 1_000;

type Query = ParsedOf<typeof route.query>;

/** Registrations as CSV, newest first, streamed from the database. */
export async function exportRegistrations(ctx: Context, query: Query): Promise<Download> {
  return {
    fileName: `registrations-${today(ctx)}.csv`,
    type: 'text/csv; charset=utf-8',
    body: lines(ctx, query),
  };
}

async function* lines(ctx: Context, query: Query): AsyncGenerator<string> {
  for (let before: number | null = null; ; ) {
    const rows = await readBatch(ctx, query, before);
    // Without this byte order mark spreadsheets guess another encoding.
    const head = before === null ? `\uFEFF${csvLine(columnsIn(zoneName(ctx.content.event.zone)))}` : '';
    yield head + rows.map((row) => lineOf(ctx, row)).join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    before = last.registration.id;
  }
}

type Row = Awaited<ReturnType<typeof readBatch>>[number];

function readBatch(ctx: Context, { search, ids }: Query, before: number | null) {
  const { id } = registrations;
  return ctx.db
    .select({ registration: registrations, order: orders })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .where(
      and(
        isNull(registrations.voidedAt),
        before === null ? undefined : lt(id, before),
        search ? matchesSearch(ctx, registrations, search) : undefined,
        ids && inArray(id, ids),
      ),
    )
    .orderBy(desc(id))
    .limit(BATCH);
}

function lineOf(ctx: Context, { registration: one, order }: Row): string {
  const { zone, shortCode } = ctx.content.event;
  return csvLine([
    order.transactionId,
    registrationNumber(shortCode, order.id),
    one.firstName,
    one.lastName,
    one.email,
    one.track,
    one.isOrganizer ? 'Yes' : 'No',
    one.dietaryRestrictions,
    one.checkedIn ? 'Yes' : 'No',
    formatInstant(zone, one.createdAt),
    TICKET_NAMES[order.eventType],
    order.organization,
    packageLabel(order),
    one.checkedIn && one.checkedInAt ? formatInstant(zone, one.checkedInAt) : null,
  ]);
}
