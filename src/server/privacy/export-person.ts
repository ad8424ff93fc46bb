import { fullName } from '#domain/attendee.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { and, type Column, eq, inArray, isNull, or, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  badges,
  cancellations,
  checkIns,
  claimLinks,
  type OrderRow,
  orders,
  paymentCases,
  paymentLedger,
  qrCodes,
  refunds,
  registrationAudit,
  scans,
  walletDevices,
  walletPasses,
} from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { findMentions, type Mention } from './find-mentions.ts';
import {
  equalsEmail,
  findPerson,
  hasName,
  isNamedAs,
  type OwnTicket,
  type Person,
  type PrivacyContext,
} from './find-person.ts';

/** What is stored about one person, ready for JSON. */
export interface PersonExport {
  readonly email: string;
  readonly exportedAt: string;
  /** What they bought: the stored row, the money that moved, and the history; amounts in dollars. */
  readonly orders: readonly Record<string, unknown>[];
  /** Their tickets, including those that somebody else bought for them. */
  readonly tickets: readonly Record<string, unknown>[];
  /** The entries that name them in any order, even if they no longer have a ticket there. */
  readonly namedIn: readonly Record<string, unknown>[];
  /** Links to a seat that were sent to them. */
  readonly invitations: readonly Record<string, unknown>[];
  readonly newsletter: readonly Record<string, unknown>[];
  readonly staffAccounts: readonly Record<string, unknown>[];
  readonly mails: readonly Record<string, unknown>[];
  /** What they did: bought, signed in, worked as staff. */
  readonly history: readonly Record<string, unknown>[];
  /** Where else the database contains their address, name or phone; another person may have the same name. */
  readonly mentions: readonly Mention[];
}

/** Everything stored about a person, and nothing about the others in their orders and lists. */
export async function exportPerson(ctx: PrivacyContext, email: string): Promise<PersonExport> {
  return ctx.db.transaction(async (tx) => {
    const person = await findPerson(tx, email);
    const found = {
      email: person.email,
      exportedAt: ctx.now.toISOString(),
      orders: await Promise.all(person.orders.map((order) => exportOrder(tx, person, order))),
      tickets: await Promise.all(person.tickets.map((ticket) => exportTicket(tx, person, ticket))),
      namedIn: await exportNamed(tx, person),
      invitations: await exportInvitations(tx, person),
      newsletter: person.signups,
      staffAccounts: [...person.accounts, ...person.localAccounts],
      mails: person.mails.map(({ subjectKey, failure, ...mail }) => mail),
      history: await exportHistory(tx, person),
      mentions: await findMentions(tx, person.words),
    };
    await recordAudit(tx, ctx, { action: 'person_exported', details: { orders: found.orders.length } });
    return found;
  });
}

async function exportOrder(tx: Transaction, person: Person, { searchText, ...order }: OrderRow) {
  const { id } = order;
  return {
    ...order,
    totalAmount: dollarsFromCents(order.totalAmount),
    originalAmount: order.originalAmount === null ? null : dollarsFromCents(order.originalAmount),
    discountAmount: dollarsFromCents(order.discountAmount),
    namedAttendees: order.namedAttendees.filter((one) => isNamedAs(person, one)),
    claimLinks: await tx
      .select(pick(claimLinks, ['forTeam', 'personalLine', 'createdAt', 'withdrawnAt', 'usedAt']))
      .from(claimLinks)
      .where(eq(claimLinks.orderId, id))
      .orderBy(claimLinks.createdAt),
    payments: inDollars(
      await tx
        .select(pick(paymentLedger, ['provider', 'kind', 'amount', 'moneyRef', 'recordedAt']))
        .from(paymentLedger)
        .where(eq(paymentLedger.orderId, id))
        .orderBy(paymentLedger.id),
    ),
    refunds: inDollars(
      await tx
        .select(pick(refunds, ['reason', 'state', 'amount', 'note', 'createdAt']))
        .from(refunds)
        .where(eq(refunds.orderId, id))
        .orderBy(refunds.createdAt),
    ),
    cancellations: await tx
      .select(pick(cancellations, ['seats', 'because', 'note', 'createdAt']))
      .from(cancellations)
      .where(eq(cancellations.orderId, id))
      .orderBy(cancellations.createdAt),
    cases: await tx
      .select(pick(paymentCases, ['kind', 'openedAt', 'resolvedAt', 'decision', 'resolution']))
      .from(paymentCases)
      .where(eq(paymentCases.orderId, id))
      .orderBy(paymentCases.id),
  };
}

function inDollars<Row extends { amount: number }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, amount: dollarsFromCents(row.amount) }));
}

async function exportTicket(
  tx: Transaction,
  person: Person,
  { registration: { searchText, ...registration }, order }: OwnTicket,
) {
  const { id, seat } = registration;
  const [code] = await tx.select().from(qrCodes).where(currentCode(id));
  const atTheDoor = await tx
    .select(pick(scans, ['kind', 'decidedAt', 'door', 'method', 'notes', 'firstName', 'lastName']))
    .from(scans)
    .where(seat ? eq(scans.seat, seat) : eq(scans.registrationId, id))
    .orderBy(scans.decidedAt, scans.id);
  return {
    ...registration,
    eventType: order.eventType,
    paymentStatus: order.paymentStatus,
    qrCodeData: code?.qrCodeData ?? null,
    /** The key of the ticket's own page, which belongs to the holder like the code. */
    pageKey: code?.pageKey ?? null,
    walletPasses: await tx
      .select({
        serial: walletPasses.serial,
        madeAt: walletPasses.madeAt,
        deviceId: walletDevices.deviceId,
        registeredAt: walletDevices.registeredAt,
      })
      .from(walletPasses)
      .leftJoin(walletDevices, eq(walletDevices.serial, walletPasses.serial))
      .where(eq(walletPasses.codeId, code?.id ?? 0))
      .orderBy(walletDevices.registeredAt),
    badges: await tx
      .select({ madeAt: badges.madeAt, printedAt: badges.printedAt })
      .from(badges)
      .where(eq(badges.registrationId, id))
      .orderBy(badges.madeAt, badges.file),
    checkIns: await tx
      .select(pick(checkIns, ['admittedOn', 'checkedInAt', 'location', 'method', 'notes', 'undoneAt']))
      .from(checkIns)
      .where(eq(checkIns.registrationId, id))
      .orderBy(checkIns.id),
    // Without the name of somebody who had the seat before.
    scans: atTheDoor.filter(
      ({ firstName, lastName }) =>
        !firstName || hasName(person, fullName({ firstName, lastName: lastName ?? '' })),
    ),
  };
}

async function exportNamed(tx: Transaction, person: Person) {
  const found = await tx
    .select(pick(orders, ['id', 'namedAttendees']))
    .from(orders)
    .where(inArray(orders.id, [...person.namedIn]))
    .orderBy(orders.id);
  return found.flatMap(({ id, namedAttendees }) =>
    namedAttendees.filter((one) => isNamedAs(person, one)).map((one) => ({ order: id, ...one })),
  );
}

/** Without the link's secret, which opens a seat of somebody else's order. */
function exportInvitations(tx: Transaction, { email }: Person) {
  return tx
    .select(pick(claimLinks, ['mailedTo', 'personalLine', 'createdAt', 'withdrawnAt', 'usedAt']))
    .from(claimLinks)
    .where(equalsEmail(sql`${claimLinks.mailedTo}`, email))
    .orderBy(claimLinks.createdAt);
}

/**
 * Audit rows by visitors, providers and the site about their orders and tickets, and everything they did while signed
 * in; nothing that staff did. IP address and browser are included only for sign-ins and the person's own orders: a
 * ticket's rows may come from the buyer, or from an earlier holder.
 */
function exportHistory(tx: Transaction, person: Person) {
  const orderIds = person.orders.map((one) => one.id);
  const registrationIds = person.tickets.map(({ registration }) => registration.id);
  const { action, timestamp, orderId, registrationId, ipAddress, userAgent } = registrationAudit;
  const isSignedIn = sql`lower(${registrationAudit.actor}) = ${person.email}`;
  const isOwn = or(isSignedIn, and(inArray(orderId, orderIds), isNull(registrationId)));
  const ifOwn = (column: Column) => sql<string | null>`CASE WHEN ${isOwn} THEN ${column} END`;
  return tx
    .select({
      ...{ action, timestamp, orderId, registrationId },
      ipAddress: ifOwn(ipAddress),
      userAgent: ifOwn(userAgent),
    })
    .from(registrationAudit)
    .where(
      or(
        isSignedIn,
        and(
          inArray(registrationAudit.actor, ['visitor', 'job', 'webhook']),
          or(inArray(orderId, orderIds), inArray(registrationId, registrationIds)),
        ),
      ),
    )
    .orderBy(registrationAudit.id);
}

/** These columns of a table, for `select`. */
function pick<Table, const Names extends readonly (keyof Table)[]>(table: Table, names: Names) {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Names[number]>;
}
