import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { paint } from '#content/art/palette.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { PASS_WORDS } from '#contract/words/wallets.ts';
import type { Context } from '../../context.ts';
import type { GoogleWalletSettings } from '../../settings-wallets.ts';
import { contentMark, eventFacts } from '../event-facts.ts';
import type { TicketPass } from '../keep-pass.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';

/** Longer ones are cut: Google's documentation calls tokens of up to 1,800 characters safe. */
const NAME_LENGTH = 32;

/**
 * The link under which Google saves a ticket. Class and object of the pass travel in it, signed, so that the site never
 * calls Google. They say only what Google can't do without or shows in large letters, to stay short.
 */
export async function saveLink(
  ctx: Context,
  google: GoogleWalletSettings,
  ticket: TicketPass,
): Promise<string> {
  const eventClass = classOf(ctx, google, ticket);
  const claims = {
    typ: 'savetowallet',
    payload: {
      eventTicketClasses: [eventClass],
      eventTicketObjects: [objectOf(google, ticket, eventClass.id)],
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

/** What tickets of one kind have in common. A new class for new content: a link doesn't change one that exists. */
function classOf({ content }: Context, { issuerId }: GoogleWalletSettings, { eventType }: TicketPass) {
  const facts = eventFacts(content, eventType);
  const [first] = facts.days;
  return {
    id: `${issuerId}.${eventType}-${contentMark(content)}`,
    issuerName: facts.organizer,
    reviewStatus: 'UNDER_REVIEW',
    eventName: said(facts.title),
    venue: { name: said(facts.place), address: said(facts.address) },
    dateTime: {
      doorsOpen: instant(first!.doorsAt),
      start: instant(first!.startsAt),
      end: instant(facts.days.at(-1)!.endsAt),
    },
    hexBackgroundColor: paint.ink,
  };
}

function objectOf(
  { issuerId }: GoogleWalletSettings,
  { serial, holder, code, number }: TicketPass,
  classId: string,
) {
  const { name, track } = holder!;
  return {
    id: `${issuerId}.${serial}`,
    classId,
    state: 'ACTIVE',
    ticketHolderName: name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name,
    ticketNumber: number,
    barcode: { type: 'QR_CODE', value: code },
    ...(track && { textModulesData: [{ header: PASS_WORDS.track, body: TRACK_NAMES[track] }] }),
  };
}

/** To the second. */
function instant(at: Date): string {
  return at.toISOString().replace('.000', '');
}
