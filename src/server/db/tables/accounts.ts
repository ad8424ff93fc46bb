import { jsonb, pgTable, serial, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

export const sessions = pgTable('sessions', {
  sid: text().primaryKey(),
  sess: jsonb().$type<unknown>().notNull(),
  expire: instant('expire').notNull(),
});

export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  profileImageUrl: text('profile_image_url'),
  issuer: text().notNull(),
  subject: text().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const adminUsers = pgTable('admin_users', {
  id: serial().primaryKey(),
  username: text().notNull(),
  password: text().notNull(),
  role: text().notNull().default('admin'),
  /** When the password was set. */
  setAt: instant('set_at').notNull().defaultNow(),
});
