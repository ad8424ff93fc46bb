import type { getBadges as route } from '#contract/badges.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { desc, eq, isNull, max, sql } from '../db/drizzle.ts';
import { badges, orders, qrCodes, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { isUnprinted, namesByHand, says } from './badge-rows.ts';

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
    .select({
      file: badges.file,
      // Without those that the download omits.
      badges: sql<number>`(count(*) FILTER (WHERE ${isTicket()} AND ${badges.says} = ${says}))::int`,
      madeAt: max(badges.madeAt),
    })
    .from(badges)
    .innerJoin(registrations, eq(registrations.id, badges.registrationId))
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(qrCodes, currentCode(registrations.id))
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
