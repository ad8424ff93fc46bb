import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { paint } from '#content/art/palette.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { PASS_WORDS } from '#contract/words/wallets.ts';
import type { Context } from '../../context.ts';
import { and, eq, isNull } from '../../db/drizzle.ts';
import { walletPasses } from '../../db/tables.ts';
import type { GoogleWalletSettings } from '../../settings-wallets.ts';
import { contentMark, eventFacts } from '../event-facts.ts';
import type { TicketPass } from '../keep-pass.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';

/** Longer texts are cut: Google's documentation calls tokens of up to 1,800 characters safe. */
const NAME_LENGTH = 32;

/**
 * The link with which Google saves a ticket. It contains the pass's signed class and object, limited to required and
 * prominent fields to stay short; the site calls Google only when they change.
 */
export async function saveLink(
  ctx: Context,
  google: GoogleWalletSettings,
  ticket: TicketPass,
): Promise<string> {
  const eventClass = classOf(ctx, google, ticket);
  // Google may now have a copy of this version or a newer one.
  await ctx.db
    .update(walletPasses)
    .set({ googleVersion: ticket.version })
    .where(and(eq(walletPasses.serial, ticket.serial), isNull(walletPasses.googleVersion)));
  const claims = {
    typ: 'savetowallet',
    payload: {
      eventTicketClasses: [eventClass],
      eventTicketObjects: [{ id: objectId(google, ticket), classId: eventClass.id, ...objectFields(ticket) }],
    },
  };
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(google.email)
    .setAudience('google')
    .setIssuedAt(ctx.protocolNow())
    .sign(createPrivateKey(google.key));
  return SAVE + jwt;
}

const said = (value: string) => ({ defaultValue: { language: 'en', value } });

/** What tickets of one kind share. New content gets a new class, because a link doesn't change an existing one. */
export function classOf({ content }: Context, { issuerId }: GoogleWalletSettings, { eventType }: TicketPass) {
  const facts = eventFacts(content, eventType);
  const [first] = facts.days;
  return {
    id: `${issuerId}.${eventType}-${contentMark(content)}`,
    issuerName: facts.host,
    reviewStatus: 'UNDER_REVIEW',
    eventName: said(facts.title),
    venue: { name: said(facts.place), address: said(facts.address) },
    dateTime: {
      ...(first!.doorsAt && { doorsOpen: instant(first!.doorsAt) }),
      start: instant(first!.startsAt),
      end: instant(facts.days.at(-1)!.endsAt),
    },
    hexBackgroundColor: paint.ink,
  };
}

export function objectId({ issuerId }: GoogleWalletSettings, { serial }: TicketPass): string {
  return `${issuerId}.${serial}`;
}

/** What a valid ticket's object shows. */
export function objectFields({ holder, code, number }: TicketPass) {
  const { name, track } = holder!;
  const letters = [...name];
  return {
    state: 'ACTIVE',
    ticketHolderName: letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH).join('')}…` : name,
    ticketNumber: number,
    barcode: { type: 'QR_CODE', value: code },
    ...(track && { textModulesData: [{ header: PASS_WORDS.track, body: TRACK_NAMES[track] }] }),
  };
}

/** Precise to the second. */
function instant(at: Date): string {
  return at.toISOString().replace('.000', '');
}
