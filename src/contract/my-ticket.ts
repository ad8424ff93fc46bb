import * as z from 'zod/mini';
import { PAPERS } from '#domain/paper.ts';
import { NOTHING_BACK } from '#domain/refund.ts';
import { TICKET_ENDS } from '#domain/ticket-page.ts';
import type { Wallet } from '#domain/wallets.ts';
import { eventType } from './checkout.ts';
import { email } from './fields.ts';
import { person, personForm } from './person.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';
import { pageKey } from './words/my-ticket.ts';

/** A ticket's own page. Its key travels in the fragment and in bodies only, so that no log and no referrer has it. */
const key = z.string(pageKey).check(z.maxLength(100, pageKey));

export const validTicket = z.object({
  state: z.literal('valid'),
  /** The registration. */
  id: z.int(),
  ...person.shape,
  dietaryRestrictions: z.nullable(z.string()),
  registrationNumber: z.string(),
  eventType,
  qrCodeData: z.string(),
  /** An SVG document. */
  qrCodeImage: z.string(),
  /** Checked in on an event day. */
  isIn: z.boolean(),
});
export type ValidTicket = z.output<typeof validTicket>;

const myTicket = z.union([
  validTicket,
  z.object({ state: z.literal('ended'), because: z.enum(TICKET_ENDS), at: z.nullable(z.iso.datetime()) }),
]);
export type MyTicket = z.output<typeof myTicket>;

/** The ticket for the key. The first call records that its page was opened. */
export const openMyTicket = route({
  method: 'POST',
  path: '/api/my-ticket',
  permission: 'anyone',
  body: z.object({ key }),
  response: myTicket,
});

/**
 * Corrects the holder's details, or gives the ticket to somebody else; the difference from `seen` decides which. After
 * a transfer, the response says that this ticket has ended.
 */
export const changeMyTicket = route({
  method: 'POST',
  path: '/api/my-ticket/change',
  permission: 'anyone',
  body: z.extend(personForm, {
    key,
    // A stored name may be older than a rule for names, and can still be corrected.
    seen: z.extend(personForm, { firstName: z.string(), lastName: z.string() }),
  }),
  response: myTicket,
});

/** What returning a ticket does: the seat stays with the team, or staff decide if it is the order's only one. */
const returnPreview = z.union([
  z.object({ to: z.literal('team') }),
  z.object({
    to: z.literal('staff'),
    /** The refund by the rule at this moment, in cents; null while nobody can promise one. */
    amount: z.nullable(z.int()),
    nothingBack: z.nullable(z.enum(NOTHING_BACK)),
  }),
]);
export type ReturnPreview = z.output<typeof returnPreview>;

export const previewMyReturn = route({
  method: 'POST',
  path: '/api/my-ticket/return-preview',
  permission: 'anyone',
  body: z.object({ key }),
  response: returnPreview,
});

/** The holder can't come. Refused if the effect is no longer the one that was `seen`. Idempotent. */
export const returnMyTicket = route({
  method: 'POST',
  path: '/api/my-ticket/return',
  permission: 'anyone',
  // Pages opened before an update don't send `seen`.
  body: z.object({ key, seen: z.optional(returnPreview) }),
  response: myTicket,
});

/** The days of a ticket as an iCalendar file. */
export const getMyCalendarFile = route({
  method: 'POST',
  path: '/api/my-ticket/calendar',
  permission: 'anyone',
  body: z.object({ key }),
  response: z.string(),
});

/** The ticket as a PDF. */
export const getMyTicketPdf = route({
  method: 'POST',
  path: '/api/my-ticket/pdf',
  permission: 'anyone',
  body: z.object({ key, paper: z.optional(z.enum(PAPERS, fieldWords.paper)) }),
  response: z.unknown(),
});

/** Short-lived links that add the ticket to a wallet; null for a wallet that isn't offered or wasn't asked for. */
export const getMyWalletLinks = route({
  method: 'POST',
  path: '/api/my-ticket/wallet',
  permission: 'anyone',
  // Pages opened before an update don't send `wallet`, and get both links.
  body: z.object({ key, wallet: z.optional(z.enum(['apple', 'google'] satisfies Wallet[])) }),
  response: z.object({ apple: z.nullable(z.string()), google: z.nullable(z.string()) }),
});

/** Mails links to the tickets and orders of an address. The response doesn't reveal whether there are any. */
export const findMyTickets = route({
  method: 'POST',
  path: '/api/find-my-ticket',
  permission: 'anyone',
  body: z.object({ email }),
  response: z.object({ success: z.literal(true) }),
});
