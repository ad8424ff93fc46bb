import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from '../context.ts';
import type { AppleWalletSettings } from '../settings-wallets.ts';

/** Seconds. The page asks for a link when the button is pressed. */
const VALID_FOR = 300;
const AUDIENCE = 'pass';

/**
 * A ticket's own page knows its secret only in the fragment, and may not put it into an address. But iPhones take a
 * pass from a navigation to an address, by GET and with Apple's type: a blob that the page made is saved as a file or
 * refused, depending on the browser, and so is what a form posts, because a browser that hands the address to Wallet
 * asks for it again. Therefore this short-lived word. It opens one pass, and works more than once, because some
 * browsers ask twice.
 */
export async function writePassWord(
  ctx: Context,
  apple: AppleWalletSettings,
  codeId: number,
): Promise<string> {
  const now = ctx.protocolNow();
  return new SignJWT({ code: codeId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + VALID_FOR)
    .sign(secretOf(apple));
}

/** The code whose pass the word opens; null if it was not written here or is too old. */
export async function readPassWord(
  ctx: Context,
  apple: AppleWalletSettings,
  word: string,
): Promise<number | null> {
  const options = { algorithms: ['HS256'], audience: AUDIENCE, currentDate: ctx.protocolNow() };
  const verified = await jwtVerify(word, secretOf(apple), options).catch(() => null);
  return verified ? Number(verified.payload.code) : null;
}

/** Every process derives the same secret from the key that signs the passes themselves. */
function secretOf({ key }: AppleWalletSettings): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'links to passes', 32));
}
