import { randomUUID } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type { joinDoor as route } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { doorInvitations, doorPhones } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { visitorKey } from '../http/limits.ts';
import { doorCookieName, hashSecret } from './find-phone.ts';
import { presentPhone } from './present-phone.ts';

/** Wrong invitations from one address in an hour. Phones at the venue share one, and all scan the right code. */
const WRONG_INVITATIONS = { max: 20, windowSeconds: 3_600 };
const SECRET_BYTES = 32;

/** Opens a phone with an invitation. The invitation's row is locked, so that no more join than it allows. */
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
            // It works on until the new one has made contact: this answer may be lost.
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
    // Longer than the phone may work: it still has to bring what it decided before.
    maxAge: left + 7 * 86_400,
  });
}
