import type { NewsletterSource } from '#contract/newsletter.ts';
import type { EMAIL_NAMES } from '#contract/words/stored-values.ts';
import { boolean, integer, pgTable, serial, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  kind: text().$type<keyof typeof EMAIL_NAMES>().notNull(),
  orderId: integer('order_id').notNull(),
  subjectKey: text('subject_key').notNull(),
  recipient: text().notNull(),
  messageId: text('message_id').notNull(),
  sentAt: instant('sent_at'),
  failedAt: instant('failed_at'),
  failure: text(),
  unneeded: boolean().notNull().default(false),
  createdAt: instant('created_at').notNull(),
});
export type MailRow = typeof mails.$inferSelect;

export const emailTemplates = pgTable('email_templates', {
  id: serial().primaryKey(),
  name: text().notNull(),
  type: text().$type<keyof typeof EMAIL_NAMES>().notNull(),
  subject: text().notNull(),
  fromEmail: text('from_email'),
  fromName: text('from_name'),
  htmlContent: text('html_content').notNull(),
  textContent: text('text_content').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const emailTemplateVersions = pgTable('email_template_versions', {
  id: serial().primaryKey(),
  templateId: integer('template_id').notNull(),
  subject: text().notNull(),
  htmlContent: text('html_content').notNull(),
  textContent: text('text_content').notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: instant('saved_at').notNull(),
});

export const newsletterSignups = pgTable('newsletter_signups', {
  id: serial().primaryKey(),
  email: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  organization: text(),
  source: text().$type<NewsletterSource>().notNull().default('hero'),
  createdAt: instant('created_at').notNull(),
});
