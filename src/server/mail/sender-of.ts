import type { emailTemplates } from '../db/tables.ts';
import type { Settings } from '../settings.ts';
import type { OutgoingMail } from './transport.ts';

/** A template's own sender, as far as it has one. */
export function senderOf(
  { mail }: Pick<Settings, 'mail'>,
  { fromName, fromEmail }: Pick<typeof emailTemplates.$inferSelect, 'fromName' | 'fromEmail'>,
): OutgoingMail['from'] {
  return { name: fromName ?? mail.from.name, address: fromEmail ?? mail.from.address };
}
