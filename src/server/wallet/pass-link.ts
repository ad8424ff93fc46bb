import { hkdfSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Context } from '../context.ts';
import type { AppleWalletSettings } from '../settings-wallets.ts';

/** Seconds. The page asks for a link when the button is pressed. */
const VALID_FOR = 300;
const AUDIENCE = 'pass';

/**
 * A short-lived token for one pass. A ticket's own page has its secret only in the fragment and must not put it into an
 * address, but iPhones accept a pass only from a GET navigation with Apple's content type. Depending on the browser, a
 * blob or the response to a form post is saved as a file or refused, because the browser requests the address again
 * when it hands it to Wallet. For the same reason, the token works more than once.
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

/** The code for the token's pass; null if the token is forged or expired. */
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
