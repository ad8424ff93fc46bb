import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

/** Passes in phones' wallets. They outlive their tickets, to show that those have ended. */
export const walletPasses = pgTable('wallet_passes', {
  serial: uuid().primaryKey(),
  codeId: integer('code_id').notNull(),
  orderId: integer('order_id').notNull(),
  token: text().notNull(),
  content: text().notNull(),
  version: bigint({ mode: 'number' }).notNull().default(0),
  /** The version that Google has; null if nobody got a link to save it there. */
  googleVersion: bigint('google_version', { mode: 'number' }),
  /** Set by triggers when the ticket changes. */
  isDue: boolean('is_due').notNull().default(false),
  /** Its retention period has ended; Google must still remove what its copy says. */
  isOver: boolean('is_over').notNull().default(false),
  madeAt: instant('made_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The phones that Apple notifies when a pass changes. */
export const walletDevices = pgTable(
  'wallet_devices',
  {
    deviceId: text('device_id').notNull(),
    serial: uuid().notNull(),
    pushToken: text('push_token').notNull(),
    pushed: bigint({ mode: 'number' }).notNull().default(0),
    registeredAt: instant('registered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.serial] })],
);
