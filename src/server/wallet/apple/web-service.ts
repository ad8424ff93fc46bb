import type { Context } from '../../context.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { isUuid } from '../../db/is-uuid.ts';
import { walletDevices, walletPasses } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { isSameSecret } from '../../http/is-same-secret.ts';
import { findPass, type TicketPass } from '../keep-pass.ts';

/** Phones that may have one pass. */
const PHONES = 20;

const DEVICE = /^[\w.-]{1,64}$/;
/** Apple's push tokens are hexadecimal; they become part of an address at Apple's. */
const PUSH_TOKEN = /^[0-9a-f]{16,200}$/i;
const TAG = /^\d{1,15}$/;

/** The pass with that serial, if the request shows its token as `Authorization: ApplePass …`; null otherwise. */
export async function openPass(
  ctx: Context,
  serial: string,
  authorization: string | undefined,
): Promise<TicketPass | null> {
  const shown = /^ApplePass (\S+)$/.exec(authorization ?? '')?.[1];
  if (!shown || !isUuid(serial)) return null;
  const pass = await findPass(ctx, eq(walletPasses.serial, serial));
  return pass && isSameSecret(shown, pass.token) ? pass : null;
}

/** Registers a phone for changes of a pass. Returns whether it was new. */
export async function registerDevice(
  ctx: Context,
  { serial }: TicketPass,
  { deviceId, pushToken }: { readonly deviceId: string; readonly pushToken: unknown },
): Promise<'registered' | 'known'> {
  if (!DEVICE.test(deviceId) || typeof pushToken !== 'string' || !PUSH_TOKEN.test(pushToken)) {
    throw new Refusal('invalid');
  }
  const phones = await ctx.db.$count(walletDevices, eq(walletDevices.serial, serial));
  const known = await ctx.db
    .update(walletDevices)
    .set({ pushToken })
    .where(and(eq(walletDevices.deviceId, deviceId), eq(walletDevices.serial, serial)));
  if (known.rowCount !== 0) return 'known';
  if (phones >= PHONES) throw new Refusal('too_many_requests');
  await ctx.db
    .insert(walletDevices)
    .values({ deviceId, serial, pushToken, registeredAt: ctx.protocolNow() })
    .onConflictDoNothing();
  return 'registered';
}

export async function unregisterDevice(
  ctx: Context,
  { serial }: TicketPass,
  deviceId: string,
): Promise<void> {
  if (!DEVICE.test(deviceId)) throw new Refusal('invalid');
  await ctx.db
    .delete(walletDevices)
    .where(and(eq(walletDevices.deviceId, deviceId), eq(walletDevices.serial, serial)));
}

export interface ChangedPasses {
  readonly serialNumbers: readonly string[];
  /** The phone sends it with its next request. */
  readonly lastUpdated: string;
}

/** A phone's passes that changed since `tag`, or all without a tag; null for none. */
export async function listChanged(
  ctx: Context,
  deviceId: string,
  tag: string | undefined,
): Promise<ChangedPasses | null> {
  if (!DEVICE.test(deviceId)) return null;
  const since = TAG.test(tag ?? '') ? Number(tag) : -1;
  const rows = await ctx.db
    .select({ serial: walletPasses.serial, version: walletPasses.version })
    .from(walletDevices)
    .innerJoin(walletPasses, eq(walletPasses.serial, walletDevices.serial))
    .where(and(eq(walletDevices.deviceId, deviceId), sql`${walletPasses.version} > ${since}`))
    .orderBy(walletPasses.version);
  if (rows.length === 0) return null;
  return { serialNumbers: rows.map(({ serial }) => serial), lastUpdated: String(rows.at(-1)!.version) };
}

/** Whether the phone's pass is up to date; HTTP dates have whole seconds. */
export function isUnchanged({ updatedAt }: TicketPass, ifModifiedSince: string | undefined): boolean {
  const seen = Date.parse(ifModifiedSince ?? '');
  return Math.floor(updatedAt.getTime() / 1000) * 1000 <= seen;
}
