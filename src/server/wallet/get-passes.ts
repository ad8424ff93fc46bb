import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { fill, PROGRAM_PATHS } from '#contract/paths.ts';
import { MINUTE } from '#domain/durations.ts';
import { isPaid } from '#domain/order.ts';
import type { Wallet } from '#domain/wallets.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import { type OrderRow, qrCodes, registrations, walletPasses } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type Download, once } from '../http/bind.ts';
import { limitTries } from '../http/limits.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import type { AppleWalletSettings } from '../settings-wallets.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { makePass, PASS_TYPE } from './apple/make-pass.ts';
import { saveLink } from './google/save-link.ts';
import { findPass, keepPass, type TicketPass } from './keep-pass.ts';

/** Passes per minute, for one order or one phone's pass. */
const SIGNED = 30;

interface OrdersTicket {
  readonly transactionId: string;
  readonly registrationId: string;
}

/** The Apple pass of a ticket, for anyone with the order's key. */
export async function getApplePass(ctx: Context, which: OrdersTicket): Promise<Download> {
  const apple = offered(ctx.settings.appleWallet);
  const ticket = await getTicket(ctx, which);
  return download(await makePass(ctx, apple, ticket), ticket);
}

/** The link with which Google saves a ticket, for anyone with the order's key. */
export async function getGoogleLink(ctx: Context, which: OrdersTicket): Promise<string> {
  const google = offered(ctx.settings.googleWallet);
  return saveLink(ctx, google, await getTicket(ctx, which));
}

/** The Apple pass that a link of `walletLinks` leads to. */
export async function getLinkedPass(ctx: Context, word: string): Promise<Download> {
  const apple = offered(ctx.settings.appleWallet);
  const codeId = await readPassWord(ctx, apple, word);
  const ticket = codeId === null ? null : await findPass(ctx, eq(walletPasses.codeId, codeId));
  if (!ticket) throw new Refusal('not_found');
  await countSigning(ctx, `code:${codeId}`);
  return download(await makePass(ctx, apple, ticket), ticket);
}

export interface WalletLinks {
  /** Our own address, valid for five minutes, to which the page navigates. */
  readonly apple: string | null;
  readonly google: string | null;
}

/**
 * The links that add one ticket to the `wanted` wallets, for a caller whose right to the registration was checked. Null
 * for a wallet that isn't offered. Throws `registration_not_found` if the ticket has ended.
 */
export async function walletLinks(
  ctx: Context,
  registrationId: number,
  wanted: readonly Wallet[],
): Promise<WalletLinks> {
  const appleWallet = wanted.includes('apple') ? ctx.settings.appleWallet : null;
  // Once its link is made, Google is told of the ticket's changes, with the holder's name.
  const googleWallet = wanted.includes('google') ? ctx.settings.googleWallet : null;
  const [found] = await ctx.db
    .select({ codeId: qrCodes.id, orderId: registrations.orderId })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.id, registrationId));
  const ticket = found ? await keepPass(ctx, found) : null;
  if (!found || !ticket || ticket.end) throw new Refusal('registration_not_found');
  return {
    apple: appleWallet && fill(PROGRAM_PATHS.linkedPass, await writePassWord(ctx, appleWallet, found.codeId)),
    google: googleWallet && (await saveLink(ctx, googleWallet, ticket)),
  };
}

/** A wallet's settings; without them, its addresses return 404. */
export function offered<Settings>(settings: Settings | null): Settings {
  if (!settings) throw new Refusal('not_found');
  return settings;
}

async function getTicket(ctx: Context, { transactionId, registrationId }: OrdersTicket): Promise<TicketPass> {
  const order = await getOrderByKey(ctx, transactionId);
  const codeId = await findCode(ctx, order, registrationId);
  if (codeId === null) throw new Refusal('registration_not_found');
  if (!isPaid(order.paymentStatus)) throw new Refusal('ticket_not_paid');
  await countSigning(ctx, `order:${order.id}`);
  const ticket = await keepPass(ctx, { codeId, orderId: order.id });
  // Replaced concurrently.
  if (ticket.end) throw new Refusal('registration_not_found');
  return ticket;
}

async function findCode(ctx: Context, order: OrderRow, registrationId: string): Promise<number | null> {
  const [found] = await ctx.db
    .select({ id: qrCodes.id })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(
      and(
        eq(registrations.id, idFrom(registrationId)),
        eq(registrations.orderId, order.id),
        isNull(registrations.voidedAt),
      ),
    );
  return found?.id ?? null;
}

/** Limited, because signing takes some 50 ms of CPU time. */
export async function countSigning(ctx: Context, what: string): Promise<void> {
  await limitTries(ctx.db, ctx.protocolNow(), { key: `pass:${what}`, max: SIGNED, window: MINUTE });
}

function download(file: Buffer, { number, serial }: TicketPass): Download {
  return { fileName: `${number}-${serial.slice(0, 8)}.pkpass`, type: PASS_TYPE, body: once(file) };
}

/** Seconds. The page asks for a link when the button is pressed. */
const VALID_FOR = 300;
const AUDIENCE = 'pass';

/**
 * A short-lived token for one pass. A ticket's own page has its secret only in the fragment and must not put it into an
 * address, but iPhones accept a pass only from a GET navigation with Apple's content type. Depending on the browser, a
 * blob or the response to a form post is saved as a file or refused, because the browser requests the address again
 * when it hands it to Wallet. For the same reason, the token works more than once.
 */
async function writePassWord(ctx: Context, apple: AppleWalletSettings, codeId: number): Promise<string> {
  const now = ctx.protocolNow();
  return new SignJWT({ code: codeId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + VALID_FOR)
    .sign(secretOf(apple));
}

/** The code for the token's pass; null if the token is forged or expired. */
async function readPassWord(ctx: Context, apple: AppleWalletSettings, word: string): Promise<number | null> {
  const options = { algorithms: ['HS256'], audience: AUDIENCE, currentDate: ctx.protocolNow() };
  const verified = await jwtVerify(word, secretOf(apple), options).catch(() => null);
  return verified ? Number(verified.payload.code) : null;
}

/** Every process derives the same secret from the key that signs the passes themselves. */
function secretOf({ key }: AppleWalletSettings): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'links to passes', 32));
}
