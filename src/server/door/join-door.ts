import { randomUUID } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type { joinDoor as route } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { HOUR } from '#domain/durations.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { doorInvitations, doorPhones } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { visitorKey } from '../http/limits.ts';
import { doorCookieName, hashSecret } from './find-phone.ts';
import { presentPhone } from './present-phone.ts';

/** Wrong invitations per address and hour. Phones at the venue share an address, but scan the right code. */
const WRONG_INVITATIONS = { max: 20, window: HOUR };
const SECRET_BYTES = 32;

/** Joins a phone by invitation. Locks the invitation's row, so that no more phones join than it allows. */
export async function joinDoor(
  ctx: Context,
  { invitation, person, door }: ParsedOf<typeof route.body>,
  headers: Headers,
): Promise<ParsedOf<typeof route.response>> {
  const limit = { key: `door-join:${visitorKey(ctx.ipAddress)}`, ...WRONG_INVITATIONS };
  return limitFailures(ctx.db, ctx.protocolNow(), [limit], {
    code: 'too_many_requests',
    counts: (error) => error instanceof Refusal && error.code === 'invitation_invalid',
    work: async () => {
      const secret = Buffer.from(ctx.randomBytes(SECRET_BYTES)).toString('base64url');
      const phone = await ctx.db.transaction(async (tx) => {
        const [found] = await tx
          .select()
          .from(doorInvitations)
          .where(eq(doorInvitations.secretHash, hashSecret(invitation)))
          .for('update');
        if (!found || found.revokedAt || found.endsAt <= ctx.now) throw new Refusal('invitation_invalid');
        const joined = await tx.$count(doorPhones, eq(doorPhones.invitationId, found.id));
        if (joined >= found.maxPhones) throw new Refusal('invitation_used_up');
        const [added] = await tx
          .insert(doorPhones)
          .values({
            id: randomUUID(),
            invitationId: found.id,
            secretHash: hashSecret(secret),
            person,
            door,
            role: found.role,
            // The old phone keeps working until the new one makes contact, because this response may be lost.
            replaces: ctx.actor.phone?.id ?? null,
            joinedAt: ctx.now,
            endsAt: found.endsAt,
            lastSeenAt: ctx.now,
          })
          .returning();
        await recordAudit(tx, ctx, {
          action: 'door_phone_joined',
          details: { phone: added!.id, invitation: found.id, door },
        });
        return added!;
      });
      headers.set('set-cookie', doorCookie(ctx, secret, phone.endsAt));
      return { phone: presentPhone(phone), now: ctx.now.toISOString() };
    },
  });
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
    maxAge: left + 7 * 86_400,
  });
}
