import { ERASED } from '#domain/erased.ts';
import { hasEndedUnpaid, PAYMENT_STATUSES, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { PERIODS } from '#domain/retention.ts';
import { blankMakersOfScans, blankPeopleOfScans } from '../audit/blank-scans.ts';
import type { Context } from '../context.ts';
import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from '../db/drizzle.ts';
import {
  adminUsers,
  checkIns,
  doorPhones,
  endedCodes,
  mails,
  orders,
  registrations,
  scans,
  users,
  walletDevices,
  walletPasses,
} from '../db/tables.ts';
import { eraseOrganizers, eraseRegistrations } from './erase-rows.ts';
import { ERASED_MAIL, STAFF_NAMES } from './erase-traces.ts';
import { startOf } from './periods.ts';

/** Rows per transaction, so that no buyer waits long. */
const BATCH = 500;

/**
 * Erases data whose retention period (`PERIODS`) has ended, and returns the numbers of erased rows. Safe to repeat and to
 * interrupt.
 */
export async function applyRetention(ctx: Context) {
  const report = {
    orders: await inBatches(() => eraseDueOrders(ctx)),
    registrations: await inBatches(() => eraseDueRegistrations(ctx)),
    scans: await eraseDueScans(ctx),
    passes: await deletePasses(ctx),
    mails: await eraseRecipients(ctx),
    audit: await inBatches(() => blankAudit(ctx)),
    staffNames: await eraseStaffNames(ctx),
    accounts: await deleteAccounts(ctx),
  };
  if (Object.values(report).some((count) => count > 0)) {
    ctx.log.info(report, 'data past its retention period was erased');
  }
  return report;
}

async function inBatches(erase: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await erase();
    total += count;
    if (count < BATCH) return total;
  }
}

/** Orders whose period has ended. Those with unsettled money wait until it is settled. */
function dueOrders({ now, content }: Context): SQL | undefined {
  const closesAt = new Date(content.event.closesAt);
  const isEventPast = closesAt <= startOf(PERIODS.orders, now);
  return and(
    notInArray(orders.paymentStatus, ['pending', 'review']),
    isNull(orders.disputedAt),
    // Written out, because Drizzle omits the table name in single-table queries.
    sql`NOT EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.state IN ${REFUNDS_UNDER_WAY})`,
    or(
      isEventPast ? lt(orders.createdAt, closesAt) : undefined,
      lt(orders.createdAt, startOf(PERIODS.oldestOrders, now)),
      and(
        inArray(orders.paymentStatus, PAYMENT_STATUSES.filter(hasEndedUnpaid)),
        lt(orders.createdAt, startOf(PERIODS.unpaidOrders, now)),
      ),
    ),
  );
}

function eraseDueOrders(ctx: Context): Promise<number> {
  const hasNamed = sql`EXISTS (
    SELECT FROM jsonb_array_elements(${orders.namedAttendees}) AS one WHERE one ->> 'email' <> ${ERASED.email}
  )`;
  // After the buyer was erased, somebody else with the team page can still invite people.
  const hasInvited = sql`EXISTS (
    SELECT FROM claim_links WHERE claim_links.order_id = orders.id AND num_nonnulls(mailed_to, personal_line) > 0
  )`;
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(dueOrders(ctx), or(ne(orders.organizerEmail, ERASED.email), hasNamed, hasInvited)))
      .orderBy(orders.id)
      .limit(BATCH)
      .for('update');
    await eraseOrganizers(
      tx,
      ctx.now,
      due.map((one) => one.id),
      sql`true`,
    );
    return due.length;
  });
}

function eraseDueRegistrations(ctx: Context): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: registrations.id })
      .from(registrations)
      .innerJoin(orders, eq(orders.id, registrations.orderId))
      .where(
        and(
          dueOrders(ctx),
          // Somebody named at the door has the buyer's address, which may have been erased.
          or(ne(registrations.email, ERASED.email), ne(registrations.firstName, ERASED.firstName)),
        ),
      )
      .orderBy(registrations.id)
      .limit(BATCH);
    await eraseRegistrations(
      tx,
      due.map((one) => one.id),
    );
    return due.length;
  });
}

/**
 * What the door's log says about people without a registration: names beyond an order's seats, and what phones sent
 * only after a ticket or an order had been deleted or its holder erased.
 */
function eraseDueScans(ctx: Context): Promise<number> {
  const due = ctx.db.select({ id: orders.id }).from(orders).where(dueOrders(ctx));
  const erased = ctx.db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.email, ERASED.email), eq(registrations.firstName, ERASED.firstName)));
  return ctx.db.transaction(async (tx) => {
    // Check-ins repeat the log's notes.
    await tx
      .update(checkIns)
      .set({ notes: null })
      .where(and(isNotNull(checkIns.notes), inArray(checkIns.registrationId, erased)));
    return blankPeopleOfScans(
      tx,
      sql`(order_id IN (${due}) OR order_id NOT IN (SELECT id FROM orders)
        OR registration_id IN (${erased}) OR registration_id NOT IN (SELECT id FROM registrations)
        OR seat IN (SELECT id FROM scans WHERE first_name = ${ERASED.firstName}))`,
    );
  });
}

/**
 * Together with their phones, and the hashes of deleted tickets' codes, which nobody asks about anymore. All of them: one
 * may have been made after the event, on a page that was still open.
 */
async function deletePasses({ db, now, content, settings }: Context): Promise<number> {
  if (new Date(content.event.closesAt) > startOf(PERIODS.passes, now)) return 0;
  await db.delete(endedCodes);
  const { isOver, isDue, version, googleVersion } = walletPasses;
  const isTold = and(isOver, not(isDue), gte(googleVersion, version));
  const isGone = settings.googleWallet ? or(isNull(googleVersion), isTold) : undefined;
  const { rowCount } = await db.delete(walletPasses).where(isGone);
  // Google must first remove name and code from its copies.
  await db.update(walletPasses).set({ isOver: true, isDue: true }).where(not(isOver));
  const kept = db.select({ serial: walletPasses.serial }).from(walletPasses).where(eq(isOver, true));
  await db.delete(walletDevices).where(inArray(walletDevices.serial, kept));
  return rowCount ?? 0;
}

/** Until the event has closed, an email that should have been delivered stays, so that somebody can still see to it. */
async function eraseRecipients({ db, now, content }: Context): Promise<number> {
  const isPast = now >= new Date(content.event.closesAt);
  const { rowCount } = await db
    .update(mails)
    .set(ERASED_MAIL)
    .where(
      and(
        lt(mails.createdAt, startOf(PERIODS.mails, now)),
        ne(mails.recipient, ERASED.email),
        isPast ? undefined : or(isNotNull(mails.sentAt), mails.unneeded),
      ),
    );
  return rowCount ?? 0;
}

async function blankAudit({ db, now }: Context): Promise<number> {
  const before = startOf(PERIODS.audit, now).toISOString();
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT blank_audit_before(${before}::timestamptz, ${BATCH}::integer) AS count`,
  );
  return rows[0]!.count;
}

/** Staff names, wherever they are stored next to an action, and what they noted with it. */
async function eraseStaffNames({ db, now }: Context): Promise<number> {
  const before = startOf(PERIODS.audit, now);
  const isBefore = sql`< ${before.toISOString()}::timestamptz`;
  const { actor } = ERASED;
  const checkedIn = await db
    .update(checkIns)
    .set({ checkedInBy: actor, undoneBy: sql`CASE WHEN ${checkIns.undoneBy} IS NOT NULL THEN ${actor} END` })
    .where(
      and(
        lt(checkIns.checkedInAt, before),
        or(ne(checkIns.checkedInBy, actor), ne(checkIns.undoneBy, actor)),
      ),
    );
  const scanned = await db.transaction((tx) => blankMakersOfScans(tx, sql`${scans.decidedAt} ${isBefore}`));
  const phones = await db
    .update(doorPhones)
    .set({ person: actor })
    .where(and(lt(doorPhones.joinedAt, before), ne(doorPhones.person, actor)));
  let total = (checkedIn.rowCount ?? 0) + scanned + (phones.rowCount ?? 0);
  for (const { name, since, note } of STAFF_NAMES) {
    // Otherwise it was the buyer, a provider, or the site itself.
    const isStaff = sql`${name} LIKE '%@%'`;
    const withoutNote = note ? sql`, ${sql.identifier(note.name)} = NULL` : sql``;
    const { rowCount } = await db.execute(sql`
      UPDATE ${name.table}
      SET ${sql.identifier(name.name)} = CASE WHEN ${isStaff} THEN ${actor} ELSE ${name} END${withoutNote}
      WHERE ${since} ${isBefore} AND (${isStaff}${note ? sql` OR ${note} IS NOT NULL` : sql``})`);
    total += rowCount ?? 0;
  }
  return total;
}

/** Together with the passwords of these people and of people who never signed in. */
async function deleteAccounts({ db, now }: Context): Promise<number> {
  const before = startOf(PERIODS.accounts, now);
  return db.transaction(async (tx) => {
    const accounts = await tx.delete(users).where(lt(users.updatedAt, before));
    const left = tx.select({ email: users.email }).from(users);
    const passwords = await tx
      .delete(adminUsers)
      .where(and(lt(adminUsers.setAt, before), notInArray(adminUsers.username, left)));
    return (accounts.rowCount ?? 0) + (passwords.rowCount ?? 0);
  });
}
