import { randomUUID } from 'node:crypto';
import type { makeBadges as route } from '#contract/badges.ts';
import type { ParsedOf } from '#contract/route.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { and, eq, type SQL, sql } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import type { Transaction } from '../db/open-database.ts';
import { badges, orders, qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { isUnprinted, namesByHand, says } from './badge-rows.ts';

type Which = ParsedOf<typeof route.body>['which'];

/** Stores whose badges are in a file, and what they say. They count as printed once staff say so (R-BADGE-1). */
export async function makeBadges(ctx: Context, which: Which): Promise<ParsedOf<typeof route.response>> {
  const file = randomUUID();
  return ctx.db.transaction(async (tx) => {
    const orderId = typeof which === 'number' ? await orderOf(tx, which) : null;
    const { rowCount } = await tx.insert(badges).select(
      tx
        .select({
          file: sql<string>`${file}::uuid`.as('file'),
          registrationId: registrations.id,
          says: says.as('says'),
          madeAt: sql<Date>`${ctx.now.toISOString()}::timestamptz`.as('made_at'),
          printedAt: sql<Date | null>`NULL::timestamptz`.as('printed_at'),
        })
        .from(registrations)
        .innerJoin(orders, eq(orders.id, registrations.orderId))
        .innerJoin(qrCodes, currentCode(registrations.id))
        .where(and(isTicket(), chosen(which))),
    );
    if (!rowCount) throw new Refusal('no_badges');
    await recordAudit(tx, ctx, {
      action: 'badges_made',
      ...(typeof which === 'number' && { registrationId: which, orderId }),
      details: { file, badges: rowCount },
    });
    const byHand = await namesByHand(tx, [file]);
    return { file, badges: rowCount, madeAt: ctx.now.toISOString(), byHand: byHand(file) };
  });
}

function chosen(which: Which): SQL | undefined {
  if (typeof which === 'number') return eq(registrations.id, which);
  return which === 'unprinted' ? isUnprinted : undefined;
}

async function orderOf(tx: Transaction, registrationId: number): Promise<number> {
  const { orderId } = registrations;
  const [found] = await tx
    .select({ orderId })
    .from(registrations)
    .where(eq(registrations.id, idFrom(String(registrationId))));
  if (!found) throw new Refusal('registration_not_found');
  return found.orderId;
}
