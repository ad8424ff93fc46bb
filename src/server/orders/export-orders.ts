import type { exportOrders as route } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { formatInstant, zoneName } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { csvLine } from '#domain/csv.ts';
import { type Cents, dollarsFromCents } from '#domain/money.ts';
import { packageLabel } from '#domain/packages.ts';
import { type Context, today } from '../context.ts';
import { and, asc, desc, inArray, lt, type SQL, sql } from '../db/drizzle.ts';
import { type OrderRow, orders, paymentLedger } from '../db/tables.ts';
import type { Download } from '../http/bind.ts';
import { narrowedBy } from './list-orders.ts';
import { type OrderAmounts, sumMovements } from './sum-movements.ts';

const columnsIn = (zone: string) => [
  'Transaction ID',
  'Order ID',
  `Created (${zone})`,
  `Paid (${zone})`,
  'Organizer First Name',
  'Organizer Last Name',
  'Organizer Email',
  'Organization',
  'Event Type',
  'Package',
  'Seats',
  'Seats Canceled',
  'Payment Status',
  'Price',
  'Discount',
  'Coupon',
  'Total',
  'Captured',
  'Refunded',
  'Lost to Disputes',
  'Net',
  'Fee',
  'Currency',
  'Provider',
  'Provider Reference',
];
const BATCH = 1_000;

/**
 * Orders for accounting, newest first, in dollars, streamed from the database. Without filters, the amounts of
 * deleted orders follow, so that the sums match the ledger.
 */
export async function exportOrders(ctx: Context, query: ParsedOf<typeof route.query>): Promise<Download> {
  return { fileName: `orders-${today(ctx)}.csv`, type: 'text/csv; charset=utf-8', body: lines(ctx, query) };
}

async function* lines(ctx: Context, query: ParsedOf<typeof route.query>): AsyncGenerator<string> {
  const narrowing = narrowedBy(ctx, query);
  // Without this byte order mark spreadsheets guess another encoding.
  const told = new Set<number>();
  let text = `\uFEFF${csvLine(columnsIn(zoneName(ctx.content.event.zone)))}`;
  for (let before: number | null = null; ; ) {
    const rows: OrderRow[] = await ctx.db
      .select()
      .from(orders)
      .where(and(narrowing, before === null ? undefined : lt(orders.id, before)))
      .orderBy(desc(orders.id))
      .limit(BATCH);
    const ids = rows.map(({ id }) => id);
    for (const id of ids) told.add(id);
    const moneyOf = sumMovements(await readMovements(ctx, inArray(paymentLedger.orderId, ids)));
    yield text + rows.map((row) => lineOf(ctx, row, moneyOf(row.id))).join('');
    if (rows.length < BATCH) break;
    text = '';
    before = rows.at(-1)!.id;
  }
  if (!narrowing) yield await linesOfDeleted(ctx, told);
}

function readMovements(ctx: Context, which: SQL) {
  return ctx.db.select().from(paymentLedger).where(which).orderBy(asc(paymentLedger.id));
}

/** `told` are the orders that the file has already: one may have been deleted since. */
async function linesOfDeleted(ctx: Context, told: ReadonlySet<number>): Promise<string> {
  const isOfDeleted = sql`NOT EXISTS (SELECT FROM ${orders} WHERE ${orders.id} = ${paymentLedger.orderId})`;
  const movements = await readMovements(ctx, isOfDeleted);
  const moneyOf = sumMovements(movements);
  const ids = [...new Set(movements.map(({ orderId }) => orderId))]
    .filter((id) => !told.has(id))
    .toSorted((a, b) => b - a);
  return ids
    .map((id) => {
      const number = registrationNumber(ctx.content.event.shortCode, id);
      const unknown = (cells: number) => Array<null>(cells).fill(null);
      return csvLine([null, number, ...unknown(10), 'deleted', ...unknown(4), ...moneyCells(moneyOf(id))]);
    })
    .join('');
}

function lineOf(ctx: Context, row: OrderRow, money: OrderAmounts): string {
  const { zone, shortCode } = ctx.content.event;
  return csvLine([
    row.transactionId,
    registrationNumber(shortCode, row.id),
    formatInstant(zone, row.createdAt),
    row.paidAt && formatInstant(zone, row.paidAt),
    row.organizerFirstName,
    row.organizerLastName,
    row.organizerEmail,
    row.organization,
    TICKET_NAMES[row.eventType],
    packageLabel(row),
    row.teamMemberCount,
    row.seatsReturned,
    row.paymentStatus,
    inDollars(row.originalAmount ?? row.totalAmount),
    inDollars(row.discountAmount),
    row.appliedCouponCode,
    inDollars(row.totalAmount),
    ...moneyCells(money, row.currency),
  ]);
}

function moneyCells(money: OrderAmounts, currency = money.currency) {
  const { captured, refunded, disputed, fee, provider, references } = money;
  const amounts = [captured, refunded, disputed, captured - refunded - disputed].map(inDollars);
  return [...amounts, fee === null ? null : inDollars(fee), currency, provider, references.join(' ')];
}

/** Dollars as numbers that spreadsheets can add up. */
function inDollars(cents: Cents): number {
  return Number(dollarsFromCents(cents));
}
