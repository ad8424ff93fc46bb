import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { PASS_WORDS, passEndWords } from '#contract/words/wallets.ts';
import type { Context } from '../../context.ts';
import { eq, lt, sql } from '../../db/drizzle.ts';
import { walletPasses } from '../../db/tables.ts';
import type { GoogleWalletSettings } from '../../settings-wallets.ts';
import { findPass, type TicketPass } from '../keep-pass.ts';
import { classOf, objectFields, objectId } from './save-link.ts';

/** Passes per run, and concurrent requests; the next minute's run continues. */
const BATCH = 200;
const AT_ONCE = 5;

/**
 * Updates Google's copies of passes that have a newer version (R-PASS-1). A pass is due until Google accepts the
 * version, or reports that nobody has saved it.
 */
export async function tellGoogle(ctx: Context, google: GoogleWalletSettings): Promise<void> {
  const due = await ctx.db
    .select({ serial: walletPasses.serial })
    .from(walletPasses)
    .where(lt(walletPasses.googleVersion, walletPasses.version))
    .orderBy(walletPasses.version)
    .limit(BATCH);
  if (due.length === 0) return;
  const failures = new Set<string>();
  try {
    const run: Run = { access: await askForAccess(google, ctx.protocolNow()), classes: new Map() };
    const rest = due.values();
    const worker = async () => {
      for (const { serial } of rest) {
        const failure = await tellOf(ctx, google, run, serial);
        if (failure) failures.add(failure);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } catch (error) {
    failures.add(error instanceof Error ? error.message : 'unknown');
  }
  if (failures.size > 0) {
    ctx.log.error(
      { failures: [...failures] },
      'Google was not notified of changed passes; the next run tries again',
    );
  }
}

interface Run {
  readonly access: string;
  /** What `createClass` returned, by id. */
  readonly classes: Map<string, Promise<string | null>>;
}

/** Null, or why a retry is needed. */
async function tellOf(
  ctx: Context,
  google: GoogleWalletSettings,
  run: Run,
  serial: string,
): Promise<string | null> {
  const ticket = await findPass(ctx, eq(walletPasses.serial, serial));
  if (!ticket) return null;
  // An ended pass keeps its class: its code and name must go even if Google refuses the new one.
  const eventClass = ticket.end ? null : classOf(ctx, google, ticket);
  const failure =
    (eventClass && (await createClass(google, run, eventClass))) ??
    (await send(google, run, {
      method: 'PATCH',
      path: `eventTicketObject/${encodeURIComponent(objectId(google, ticket))}`,
      body: { classId: eventClass?.id, ...changesOf(ctx, ticket) },
      // Nobody has saved the pass.
      orStatus: 404,
    }));
  if (failure) return failure;
  await ctx.db
    .update(walletPasses)
    .set({ googleVersion: sql`greatest(${walletPasses.googleVersion}, ${ticket.version})` })
    .where(eq(walletPasses.serial, serial));
  return null;
}

/** Once per run and class. Null, or why a retry is needed. */
function createClass(
  google: GoogleWalletSettings,
  run: Run,
  eventClass: ReturnType<typeof classOf>,
): Promise<string | null> {
  const { id } = eventClass;
  // Google already has it if an earlier run or a saved link created it.
  const creation =
    run.classes.get(id) ??
    send(google, run, { method: 'POST', path: 'eventTicketClass', body: eventClass, orStatus: 409 });
  run.classes.set(id, creation);
  return creation;
}

/** Null removes a field. An ended pass has no code or name, and moves to the bottom of the wallet. */
function changesOf({ content }: Context, ticket: TicketPass): Readonly<Record<string, unknown>> {
  if (!ticket.end) return { textModulesData: null, ...objectFields(ticket) };
  const why = passEndWords(ticket.end, content.event.zone);
  return {
    state: 'INACTIVE',
    ticketHolderName: null,
    barcode: null,
    textModulesData: [{ header: PASS_WORDS.status, body: why }],
  };
}

const PATIENCE_MS = 10_000;
const VALID_MS = 600_000;
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** An access token for the service account, whose key also signs the links. Throws with a sentence for the log. */
async function askForAccess({ email, key, tokenUrl }: GoogleWalletSettings, now: Date): Promise<string> {
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

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The status that is as good as success. */
  readonly orStatus: number;
}

/** Null, or what went wrong. Google's response contains names and isn't logged. */
async function send(
  { apiUrl }: GoogleWalletSettings,
  { access }: Run,
  { method, path, body, orStatus }: Call,
): Promise<string | null> {
  try {
    const response = await fetch(`${apiUrl}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.ok || response.status === orStatus ? null : `${response.status} from Google`;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
