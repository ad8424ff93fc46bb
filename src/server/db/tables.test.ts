import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { OperatorRefusal } from '../errors.ts';
import { templates } from '../mail/templates.ts';
import { applyMigrations } from './apply-migrations.ts';
import { type AnyPgTable, asc, eq, getTableColumns, getTableName, is, PgTable } from './drizzle.ts';
import { seed } from './seed.ts';
import * as tables from './tables.ts';
import { emailTemplates, eventCapacity, speakers } from './tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The tables of the specification, each with its columns. */
const SPECIFIED: Record<string, string> = {
  sessions: 'sid sess expire',
  users: 'id email first_name last_name profile_image_url created_at updated_at',
  admin_users: 'id username password role',
  orders:
    'id transaction_id organizer_first_name organizer_last_name organizer_email organizer_phone organization job_title event_type total_amount team_member_count payment_status square_payment_id stripe_customer_id stripe_invoice_id applied_coupon_code stripe_coupon_id original_amount discount_amount attendee_data_status billing_address_line1 billing_address_line2 billing_city billing_state billing_postal_code billing_country created_at',
  registrations:
    'id order_id first_name last_name email dietary_restrictions track is_organizer checked_in checked_in_at created_at',
  speakers: 'id name title bio image_url featured',
  email_templates:
    'id name type subject from_email from_name html_content text_content is_active created_at updated_at',
  event_capacity: 'id event_date current_registrations max_capacity last_updated',
  registration_audit: 'id registration_id order_id action details ip_address user_agent timestamp',
  coupons:
    'id code description discount_type discount_value min_order_amount max_discount usage_limit usage_count valid_from valid_until event_types is_active created_at updated_at',
  qr_codes: 'id registration_id qr_code_data qr_code_image created_at',
  check_ins: 'id registration_id qr_code_id checked_in_by checked_in_at location method notes',
  newsletter_signups: 'id email first_name last_name organization source created_at',
};

async function columnsOf(table: string): Promise<{ column_name: string; is_nullable: string }[]> {
  const { rows } = await database.pool.query(
    `SELECT column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows;
}

describe('the tables', () => {
  test.each(Object.entries(SPECIFIED))('%s has every column of the specification', async (table, columns) => {
    const names = (await columnsOf(table)).map((one) => one.column_name);
    expect(columns.split(' ').filter((column) => !names.includes(column))).toEqual([]);
  });

  const declared = Object.values(tables).filter((one) => is(one, PgTable)) as AnyPgTable[];
  test.each(declared.map((one) => [getTableName(one), one] as const))(
    '%s is in the database as queries see it',
    async (name, table) => {
      const seen = Object.values(getTableColumns(table)).map((one) => [one.name, one.notNull ? 'NO' : 'YES']);
      const stored = (await columnsOf(name)).map((one) => [one.column_name, one.is_nullable]);
      expect(seen.toSorted()).toEqual(stored.toSorted());
    },
  );

  test('the database itself refuses oversold or negative capacity', async () => {
    const now = new Date('2025-07-15T16:00:00Z');
    await database.db
      .insert(eventCapacity)
      .values({ eventDate: '2030-01-01', maxCapacity: 5, lastUpdated: now });
    for (const wrong of [6, -1]) {
      await expect(
        database.pool.query('UPDATE event_capacity SET current_registrations = $1 WHERE event_date = $2', [
          wrong,
          '2030-01-01',
        ]),
      ).rejects.toMatchObject({ constraint: 'event_capacity_never_oversold' });
    }
    await database.pool.query(`DELETE FROM event_capacity WHERE event_date = '2030-01-01'`);
  });
});

/** Columns that only rare work searches by, if any. */
const SELDOM = ['claim_links.registration_id', 'door_changes.order_id', 'registration_audit.registration_id'];

test('an order’s or a person’s rows are found without a table scan', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `SELECT relname || '.' || attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attname IN ('order_id', 'registration_id')
       AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indkey[0] = attnum
         AND coalesce(pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname), true))`,
  );
  expect(rows.map(({ column }) => column).toSorted()).toEqual(SELDOM);
});

test('processes that start together apply each migration once', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE');
  await database.pool.query('CREATE SCHEMA public');
  await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.pool)));
  const { rows } = await database.pool.query('SELECT name FROM migrations ORDER BY name');
  const files = await readdir(new URL('./migrations', import.meta.url));
  expect(rows.map((row: { name: string }) => row.name)).toEqual(files.toSorted());
});

test('simultaneous first starts seed once, and a later start keeps what staff changed', async () => {
  const now = new Date('2025-07-15T16:00:00Z');
  await Promise.all([1, 2, 3].map(() => seed(database.db, content, now)));
  const counts = async () => [
    await database.db.$count(eventCapacity),
    await database.db.$count(emailTemplates),
    await database.db.$count(speakers),
  ];
  expect(await counts()).toEqual([content.event.capacity.length, templates.length, content.speakers.length]);
  await database.db.update(eventCapacity).set({ maxCapacity: 17 });
  // Switched off, so that this email is never sent.
  await database.db.update(emailTemplates).set({ isActive: false }).where(eq(emailTemplates.type, 'ticket'));
  await database.db.delete(speakers);
  await database.db.insert(speakers).values({ name: 'Somebody real' });
  await seed(database.db, content, now);
  const rows = await database.db.select().from(eventCapacity);
  expect(await database.db.$count(emailTemplates)).toBe(templates.length);
  expect(rows.map((row) => row.maxCapacity)).toEqual([17, 17]);
  expect(await database.db.$count(speakers)).toBe(1);
});

test('days that the event left while seats are taken refuse the start, until their rows are moved', async () => {
  const now = new Date('2025-07-15T16:00:00Z');
  const moved = {
    ...content,
    event: {
      ...content.event,
      // Each day is moved by one, so the training is now on the day that was the conference's.
      capacity: [
        { day: '2025-09-20', maxCapacity: 60 },
        { day: '2025-09-21', maxCapacity: 300 },
      ],
    },
  };
  const isConference = eq(eventCapacity.eventDate, '2025-09-20');
  await database.db
    .update(eventCapacity)
    .set({ currentRegistrations: 3, maxCapacity: 300 })
    .where(isConference);
  await expect(seed(database.db, moved, now)).rejects.toThrow(
    new OperatorRefusal(
      'The event\'s days have changed, but seats are taken: they are counted on 2025-09-19 and 2025-09-20, and content/event.ts has 2025-09-20 and 2025-09-21. Restore the days there, or first move the seats as docs/operations.md says under "Moving the event".',
    ),
  );
  const seats = async () =>
    (await database.db.select().from(eventCapacity).orderBy(asc(eventCapacity.eventDate))).map(
      ({ eventDate, currentRegistrations }) => [eventDate, currentRegistrations],
    );
  expect(await seats()).toEqual([
    ['2025-09-19', 0],
    ['2025-09-20', 3],
  ]);

  // As docs/operations.md says.
  await database.pool.query(
    `UPDATE event_capacity SET event_date = '2025-09-21' WHERE event_date = '2025-09-20'`,
  );
  await database.pool.query(
    `UPDATE event_capacity SET event_date = '2025-09-20' WHERE event_date = '2025-09-19'`,
  );
  await seed(database.db, moved, now);
  expect(await seats()).toEqual([
    ['2025-09-20', 0],
    ['2025-09-21', 3],
  ]);
});

test('days that the event left before seats were taken are removed, so that coming back to them is refused, too', async () => {
  const now = new Date('2025-07-15T16:00:00Z');
  const capacity = ['2025-10-03', '2025-10-04'].map((day) => ({ day, maxCapacity: 60 }));
  const later = { ...content, event: { ...content.event, capacity } };
  await database.db.update(eventCapacity).set({ currentRegistrations: 0 });
  await seed(database.db, later, now);
  const rows = await database.db.select().from(eventCapacity).orderBy(asc(eventCapacity.eventDate));
  expect(rows.map(({ eventDate }) => eventDate)).toEqual(['2025-10-03', '2025-10-04']);
  await database.db.update(eventCapacity).set({ currentRegistrations: 3 });
  await expect(seed(database.db, content, now)).rejects.toThrow(OperatorRefusal);
});
