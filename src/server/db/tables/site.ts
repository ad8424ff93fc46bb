import { ACTOR_KINDS } from '#domain/access.ts';
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

/** One row: what distinguishes this installation from others on the same provider account. */
export const installation = pgTable('installation', {
  id: uuid().primaryKey().defaultRandom(),
  isOnly: boolean('is_only').notNull().default(true),
});

export const registrationAudit = pgTable('registration_audit', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  registrationId: integer('registration_id'),
  orderId: integer('order_id'),
  action: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  actor: text().notNull(),
  timestamp: instant('timestamp').notNull(),
  actorKind: text('actor_kind', { enum: ACTOR_KINDS }),
});

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().notNull(),
    startedAt: instant('started_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.startedAt] })],
);
