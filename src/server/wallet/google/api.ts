import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { GoogleWalletSettings } from '../../settings-wallets.ts';

const PATIENCE_MS = 10_000;
/** The path of the token request. */
const VALID_MS = 600_000;
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** An access token for the service account, whose key also signs the links. Throws with a sentence for the log. */
export async function askForAccess(
  { email, key, tokenUrl }: GoogleWalletSettings,
  now: Date,
): Promise<string> {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + VALID_MS))
    .sign(createPrivateKey(key));
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`Google refused the service account: ${response.status}`);
  const { access_token: token } = (await response.json()) as { access_token?: unknown };
  if (typeof token !== 'string') throw new Error('Google returned no access token');
  return token;
}

/**
 * `taken`, `not_saved` if nobody has the pass, or what went wrong. Google's response contains names and isn't logged.
 */
export async function patchObject(
  { apiUrl }: GoogleWalletSettings,
  access: string,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<string> {
  try {
    const response = await fetch(`${apiUrl}/walletobjects/v1/eventTicketObject/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify(changes),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    if (response.status === 404) return 'not_saved';
    return response.ok ? 'taken' : `${response.status} from Google`;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
