import type { getBadges as route } from '#contract/badges.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { count, desc, eq, isNull, max, sql } from '../db/drizzle.ts';
import { badges, orders, qrCodes, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { isUnprinted, namesByHand } from './badge-rows.ts';

/** More than anybody prints at once. */
const MOST = 20;

export async function getBadges({ db }: Context): Promise<ParsedOf<typeof route.response>> {
  const [counts] = await db
    .select({
      people: sql<number>`count(*)::int`,
      unprinted: sql<number>`(count(*) FILTER (WHERE ${isUnprinted}))::int`,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(isTicket());
  const open = await db
    .select({ file: badges.file, badges: count(), madeAt: max(badges.madeAt) })
    .from(badges)
    .where(isNull(badges.printedAt))
    .groupBy(badges.file)
    // One person's badges, often made one by one, must not displace the files of many.
    .orderBy(sql`count(*) = 1`, desc(max(badges.madeAt)), badges.file)
    .limit(MOST);
  const byHand = await namesByHand(
    db,
    open.map(({ file }) => file),
  );
  return {
    ...counts!,
    open: open.map((one) => ({ ...one, madeAt: one.madeAt!.toISOString(), byHand: byHand(one.file) })),
  };
}
