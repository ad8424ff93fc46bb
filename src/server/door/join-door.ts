import { randomUUID } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type { joinDoor as route } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { phonesWithPlace } from '#domain/access.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type DoorInvitationRow, type DoorPhoneRow, doorInvitations, doorPhones } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitKeyGuesses } from '../http/limits.ts';
import { doorCookieName, hashSecret } from './find-phone.ts';
import { presentPhone } from './present-phone.ts';

const SECRET_BYTES = 32;
/** In seconds: 400 days, the most that browsers and `serialize` allow. */
const LONGEST_COOKIE = 400 * 86_400;

/**
 * Joins a phone by invitation. Locks the invitation's row, so that no more phones join than it allows. A retry gets the
 * phone that was added when the response was lost, with another secret.
 */
export async function joinDoor(
  ctx: Context,
  { id, invitation, person, door }: ParsedOf<typeof route.body>,
  headers: Headers,
): Promise<ParsedOf<typeof route.response>> {
  const ofSecret = eq(doorInvitations.secretHash, hashSecret(invitation));
  if ((await ctx.db.$count(doorInvitations, ofSecret)) === 0) {
    await limitKeyGuesses(ctx, 'door-join');
    throw new Refusal('invitation_invalid');
  }
  const secret = Buffer.from(ctx.randomBytes(SECRET_BYTES)).toString('base64url');
  const phone = await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(doorInvitations).where(ofSecret).for('update');
    if (!found || found.revokedAt || found.endsAt <= ctx.now) throw new Refusal('invitation_invalid');
    if (await wasRevoked(tx, ctx, found.id)) throw new Refusal('phone_revoked');
    const at = { joinedAt: ctx.now, lastSeenAt: ctx.now };
    const joining = { secretHash: hashSecret(secret), person, door, ...at };
    const [again] = id
      ? await tx.update(doorPhones).set(joining).where(isUnused(id, found.id)).returning()
      : [];
    const joined = again ?? (await addPhone(tx, ctx, found, { ...joining, id: id ?? randomUUID() }));
    await recordAudit(tx, ctx, {
      action: 'door_phone_joined',
      details: { phone: joined.id, invitation: found.id, door },
    });
    return joined;
  });
  headers.set('set-cookie', doorCookie(ctx, secret, phone.endsAt));
  return { phone: presentPhone(phone), now: ctx.now.toISOString() };
}

/**
 * Whether staff revoked the calling phone, or one that it replaces, when it had already joined with this invitation: it
 * needs another one, or whoever has the phone could undo the revocation (R-DOOR-7).
 */
async function wasRevoked(tx: Transaction, ctx: Context, invitationId: number): Promise<boolean> {
  const { phone } = ctx.actor;
  if (!phone) return false;
  const { rows } = await tx.execute(sql`
    WITH RECURSIVE former AS (
      SELECT replaces, invitation_id, revoked_at IS NOT NULL AS revoked FROM door_phones
        WHERE id = ${phone.id}::uuid
      UNION SELECT one.replaces, one.invitation_id, former.revoked OR one.revoked_at IS NOT NULL
        FROM door_phones AS one JOIN former ON former.replaces = one.id
    )
    SELECT FROM former WHERE revoked AND invitation_id = ${invitationId}`);
  return rows.length > 0;
}

/** That nobody has used the phone's secret. After its first contact, others may know its id, and must not take it over. */
function isUnused(id: string, invitationId: number) {
  return and(
    eq(doorPhones.id, id),
    eq(doorPhones.invitationId, invitationId),
    isNull(doorPhones.revokedAt),
    eq(doorPhones.lastSeenAt, doorPhones.joinedAt),
  );
}

/** Under another id if a phone has the given one. */
async function addPhone(
  tx: Transaction,
  ctx: Context,
  { id: invitationId, maxPhones, role, endsAt }: DoorInvitationRow,
  joining: Pick<DoorPhoneRow, 'id' | 'secretHash' | 'person' | 'door' | 'joinedAt' | 'lastSeenAt'>,
): Promise<DoorPhoneRow> {
  // The old phone keeps working until the new one makes contact, because this response may be lost.
  const replaces = ctx.actor.phone?.id ?? null;
  const joined = [...(await tx.select().from(doorPhones)), { id: '', invitationId, replaces }];
  if (phonesWithPlace(joined, invitationId).length > maxPhones) throw new Refusal('invitation_used_up');
  const add = async (id: string) => {
    const row = { ...joining, id, invitationId, role, endsAt, replaces };
    const [added] = await tx.insert(doorPhones).values(row).onConflictDoNothing().returning();
    return added;
  };
  return (await add(joining.id)) ?? (await add(randomUUID()))!;
}

function doorCookie(ctx: Context, secret: string, endsAt: Date): string {
  const { publicUrl } = ctx.settings;
  const left = Math.ceil((endsAt.getTime() - ctx.now.getTime()) / 1000);
  return serialize(doorCookieName(publicUrl), secret, {
    path: '/',
    httpOnly: true,
    secure: publicUrl.startsWith('https:'),
    sameSite: 'Strict',
    // Outlives the phone's working time, so that it can still upload earlier decisions.
    maxAge: Math.min(left + 7 * 86_400, LONGEST_COOKIE),
  });
}
