import { emailKey, fullName, organizerName } from '#domain/attendee.ts';
import type { Context } from '../context.ts';
import { lowered } from '../db/alphabetical.ts';
import { type AnyPgColumn, asc, eq, or, type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import {
  adminUsers,
  mails,
  type NamedAttendee,
  newsletterSignups,
  type OrderRow,
  orders,
  type RegistrationRow,
  registrations,
  users,
} from '../db/tables.ts';

/** What requests about personal data need; an operator's command has no browser. */
export type PrivacyContext = Pick<
  Context,
  'db' | 'content' | 'now' | 'actor' | 'cause' | 'ipAddress' | 'userAgent'
>;

/** Where one person, identified by an email address, is stored. */
export interface Person {
  /** In lower case, like everything it is compared with. */
  readonly email: string;
  /** What they bought. */
  readonly orders: readonly OrderRow[];
  /** Their tickets, in anybody's order. */
  readonly tickets: readonly OwnTicket[];
  /** Ids of orders that name them, even if the ticket now belongs to somebody else. */
  readonly namedIn: readonly number[];
  readonly signups: readonly (typeof newsletterSignups.$inferSelect)[];
  readonly accounts: readonly (typeof users.$inferSelect)[];
  readonly localAccounts: readonly { readonly id: number; readonly username: string }[];
  readonly mails: readonly (typeof mails.$inferSelect)[];
  /** Their full names, in lower case, each as it was typed. */
  readonly names: readonly string[];
  /** Words that may identify them in a text: address, full names, phone numbers. In lower case. */
  readonly words: readonly string[];
  /** The words that identify only them: nobody else has the name or the phone number. */
  readonly ownWords: readonly string[];
}

export interface OwnTicket {
  readonly registration: RegistrationRow;
  readonly order: OrderRow;
}

/** Finds the person in every table that holds people; addresses are compared ignoring case. */
export async function findPerson(db: Database | Transaction, typed: string): Promise<Person> {
  const email = emailKey(typed);
  const found = await findOrders(db, email);
  const namedIn = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`EXISTS (SELECT FROM jsonb_array_elements(${orders.namedAttendees}) AS one WHERE ${equalsEmail(sql`one ->> 'email'`, email)})`,
    )
    .orderBy(orders.id);
  const signups = await db.select().from(newsletterSignups).where(is(newsletterSignups.email, email));
  const accounts = await db.select().from(users).where(is(users.email, email));
  const names = unique(
    [
      ...found.orders.map(organizerName),
      ...found.tickets.map(({ registration: one }) => fullName(one)),
      ...signups.map(fullName),
      ...accounts.flatMap((one) => (one.firstName && one.lastName ? `${one.firstName} ${one.lastName}` : [])),
    ].map(normalize),
  );
  const phones = found.orders.flatMap((one) => one.organizerPhone ?? []).map(normalize);
  const words = unique([email, ...names, ...phones].filter((one) => one !== ''));
  const others = await findOthersWords(db, found, signups, words);
  return {
    email,
    ...found,
    namedIn: namedIn.map((one) => one.id),
    signups,
    accounts,
    localAccounts: await db
      .select({ id: adminUsers.id, username: adminUsers.username })
      .from(adminUsers)
      .where(is(adminUsers.username, email)),
    mails: await db
      .select()
      .from(mails)
      .where(or(is(mails.recipient, email), is(mails.subjectKey, email)))
      .orderBy(asc(mails.createdAt)),
    names,
    words,
    ownWords: words.filter((word) => !others.includes(word)),
  };
}

/** Whether somebody named in an order is this person, by address or, in orders about them, by name. */
export function isNamedAs(person: Person, one: NamedAttendee): boolean {
  return emailKey(one.email) === person.email || hasName(person, fullName(one));
}

export function hasName({ names }: Person, name: string): boolean {
  return names.includes(normalize(name));
}

async function findOrders(db: Database | Transaction, email: string) {
  const rows = await db
    .select({ order: orders, registration: registrations })
    .from(orders)
    .leftJoin(registrations, eq(registrations.orderId, orders.id))
    .where(or(is(orders.organizerEmail, email), is(registrations.email, email)))
    .orderBy(orders.id, registrations.id);
  const own = new Map<number, OrderRow>();
  const tickets: OwnTicket[] = [];
  for (const { order, registration } of rows) {
    const isBuyer = emailKey(order.organizerEmail) === email;
    const isHolder =
      registration !== null &&
      emailKey(registration.email) === email &&
      !isOnlyBuyersAddress(order, registration);
    const isSame = registration !== null && isBuyersOwn(order, registration);
    // Only the buyer: whoever has the link of the buyer's ticket can correct its address.
    if (isBuyer) own.set(order.id, order);
    if (registration && (isHolder || (isBuyer && isSame))) tickets.push({ order, registration });
  }
  return { orders: [...own.values()], tickets };
}

/** The names and phone numbers that other people share. */
async function findOthersWords(
  db: Database | Transaction,
  found: Pick<Person, 'orders' | 'tickets'>,
  signups: Person['signups'],
  words: readonly string[],
): Promise<string[]> {
  const isOther = (column: AnyPgColumn, ids: number[]) =>
    sql`${column} <> ALL (${sql.param(ids)}::integer[])`;
  const otherOrders = isOther(
    orders.id,
    found.orders.map((one) => one.id),
  );
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT DISTINCT word FROM (
      SELECT ${lowered(sql`trim(${orders.organizerFirstName} || ' ' || ${orders.organizerLastName})`)} AS word
        FROM ${orders} WHERE ${otherOrders}
      UNION ALL SELECT ${lowered(sql`trim(${orders.organizerPhone})`)} FROM ${orders} WHERE ${otherOrders}
      UNION ALL SELECT ${lowered(sql`trim(${registrations.firstName} || ' ' || ${registrations.lastName})`)}
        FROM ${registrations}
        WHERE ${isOther(
          registrations.id,
          found.tickets.map((one) => one.registration.id),
        )}
      UNION ALL SELECT ${lowered(sql`trim(${newsletterSignups.firstName} || ' ' || ${newsletterSignups.lastName})`)}
        FROM ${newsletterSignups}
        WHERE ${isOther(
          newsletterSignups.id,
          signups.map((one) => one.id),
        )}
    ) AS others WHERE word = ANY (${sql.param([...words])}::text[])`);
  return rows.map((one) => one.word);
}

/** The address on a buyer's ticket may have been corrected: under the same name it is still the buyer's. */
function isBuyersOwn(order: OrderRow, registration: RegistrationRow): boolean {
  return (
    registration.isOrganizer &&
    registration.firstName === order.organizerFirstName &&
    registration.lastName === order.organizerLastName
  );
}

/** Somebody named at the door has the buyer's address until staff correct it. */
function isOnlyBuyersAddress(order: OrderRow, registration: RegistrationRow): boolean {
  return (
    registration.seat !== null &&
    emailKey(registration.email) === emailKey(order.organizerEmail) &&
    normalize(fullName(registration)) !== normalize(organizerName(order))
  );
}

function is(column: AnyPgColumn, email: string): SQL {
  return equalsEmail(sql`${column}`, email);
}

/** Whether an expression equals the address, ignoring case. */
export function equalsEmail(expression: SQL, email: string): SQL {
  return sql`lower(trim(${expression})) = ${email}`;
}

function normalize(text: string): string {
  return text.trim().toLowerCase();
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
