import { type ClientHttp2Session, connect, constants } from 'node:http2';
import type { Context } from '../../context.ts';
import { eq, inArray, lt, sql } from '../../db/drizzle.ts';
import { walletDevices, walletPasses } from '../../db/tables.ts';
import type { AppleWalletSettings } from '../../settings-wallets.ts';

/** Phones per run; the next minute's run continues. */
const BATCH = 1_000;

/** Has Apple notify the phones whose passes have a newer version. A phone is due until Apple accepts its message. */
export async function tellPhones(ctx: Context, apple: AppleWalletSettings): Promise<void> {
  const due = await ctx.db
    .select({
      serial: walletDevices.serial,
      pushToken: walletDevices.pushToken,
      version: walletPasses.version,
    })
    .from(walletDevices)
    .innerJoin(walletPasses, eq(walletPasses.serial, walletDevices.serial))
    .where(lt(walletDevices.pushed, walletPasses.version))
    .orderBy(walletPasses.version)
    .limit(BATCH);
  if (due.length === 0) return;
  const { taken, gone, failures } = await pushToPhones(apple, [
    ...new Set(due.map(({ pushToken }) => pushToken)),
  ]);
  const told = due.filter(({ pushToken }) => taken.includes(pushToken));
  for (const { serial, pushToken, version } of told) {
    await ctx.db
      .update(walletDevices)
      .set({ pushed: version })
      .where(sql`${walletDevices.serial} = ${serial} AND ${walletDevices.pushToken} = ${pushToken}`);
  }
  if (gone.length > 0) await ctx.db.delete(walletDevices).where(inArray(walletDevices.pushToken, [...gone]));
  if (failures.length > 0) {
    ctx.log.error({ failures }, 'Apple was not notified of changed passes; the next run tries again');
  }
}

const AT_ONCE = 50;
const PATIENCE_MS = 10_000;
/** Apple's reasons, besides status 410, for a token that is no longer registered. */
const DEAD = ['BadDeviceToken', 'DeviceTokenNotForTopic'];

interface PushReport {
  /** Push tokens that Apple accepted. */
  readonly taken: readonly string[];
  /** Push tokens that are no longer registered. */
  readonly gone: readonly string[];
  /** Why Apple refused the others; each reason once. */
  readonly failures: readonly string[];
}

/** Tells Apple that passes changed on the phones with these push tokens. Never throws: failures are in the report. */
async function pushToPhones(apple: AppleWalletSettings, tokens: readonly string[]): Promise<PushReport> {
  const outcomes = new Map<string, string>();
  let session: ClientHttp2Session;
  try {
    session = await open(apple);
  } catch (error) {
    return { taken: [], gone: [], failures: [error instanceof Error ? error.message : 'unknown'] };
  }
  try {
    const rest = tokens.values();
    const worker = async () => {
      for (const token of rest) outcomes.set(token, await push(session, apple.passTypeId, token));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, tokens.length) }, worker));
  } finally {
    session.close();
  }
  const having = (test: (outcome: string) => boolean) =>
    [...outcomes].flatMap(([token, outcome]) => (test(outcome) ? [token] : []));
  const known = ['taken', 'gone'];
  return {
    taken: having((outcome) => outcome === 'taken'),
    gone: having((outcome) => outcome === 'gone'),
    failures: [...new Set(outcomes.values())].filter((outcome) => !known.includes(outcome)),
  };
}

function open({ pushUrl, certificate, key }: AppleWalletSettings): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(pushUrl, { cert: certificate, key });
    const overdue = setTimeout(() => session.destroy(new Error('Apple did not respond')), PATIENCE_MS);
    session.once('connect', () => {
      clearTimeout(overdue);
      resolve(session);
    });
    // Stays registered: a session that breaks later fails its requests, but must not end the process.
    session.on('error', (error) => {
      clearTimeout(overdue);
      reject(error);
    });
  });
}

/** `taken`, `gone`, or what went wrong. */
function push(session: ClientHttp2Session, topic: string, token: string): Promise<string> {
  return new Promise((resolve) => {
    if (session.closed || session.destroyed) return resolve('the connection was closed');
    const request = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
      'apns-topic': topic,
      'content-type': 'application/json',
    });
    let status = 0;
    let body = '';
    request.setEncoding('utf8');
    request.setTimeout(PATIENCE_MS, () => request.close(constants.NGHTTP2_CANCEL));
    request.on('response', (headers) => {
      status = Number(headers[constants.HTTP2_HEADER_STATUS] ?? 0);
    });
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('error', (error) => resolve(error.message));
    // After 'error', too, and if the request was canceled.
    request.on('close', () => resolve(outcomeOf(status, body)));
    // The pass itself is fetched from us: the message is empty.
    request.end('{}');
  });
}

function outcomeOf(status: number, body: string): string {
  if (status === 200) return 'taken';
  const reason = /"reason"\s*:\s*"(\w{1,40})"/.exec(body)?.[1] ?? '';
  if (status === 410 || DEAD.includes(reason)) return 'gone';
  return status === 0 ? 'no response' : `${status} ${reason}`.trim();
}
