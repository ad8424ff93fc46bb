import { expect, test } from 'vitest';
import type { MailState } from '#contract/team.ts';
import { mailWords, sentWords } from './mail-words.ts';

test.each<[MailState, string, string]>([
  [{ state: 'sent', sentAt: '2025-07-15T16:00:00Z' }, 'Ticket sent Jul 15', 'Sent Jul 15'],
  [{ state: 'waiting', sentAt: null }, 'Ticket on its way', 'On its way'],
  [{ state: 'failed', sentAt: null }, 'Ticket not delivered', 'Not delivered'],
  // There was none, or it is forgotten.
  [null, 'Has a ticket', 'Link created'],
])('the mail %j is told as “%s” and “%s”', (mail, ticket, invitation) => {
  expect(mailWords({ ticketMail: mail, ticketOpenedAt: null })).toBe(ticket);
  expect(sentWords(mail)).toBe(invitation);
});
