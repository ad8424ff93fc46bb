import type {
  inviteDoorPhones as inviteRoute,
  listDoorPhones as listRoute,
  PhoneState,
} from '#contract/door.ts';
import { paths } from '#contract/paths.ts';
import type { ParsedOf } from '#contract/route.ts';
import * as words from '#contract/words/door-fields.ts';
import { mayEndAt, phonesWithPlace } from '#domain/access.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, isNull } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import { isUuid } from '../db/is-uuid.ts';
import { type DoorInvitationRow, doorInvitations, doorPhones } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { qrSvg } from '../tickets/qr-image.ts';
import { hashSecret } from './find-phone.ts';
import { presentPhoneState } from './present-phone.ts';

const SECRET_BYTES = 18;

type Invitation = ParsedOf<typeof inviteRoute.response>['invitation'];

/** Creates an invitation. Returns its link and QR code this once: only the secret's hash is stored. */
export async function inviteDoorPhones(
  ctx: Context,
  { role, maxPhones, endsAt }: ParsedOf<typeof inviteRoute.body>,
): Promise<ParsedOf<typeof inviteRoute.response>> {
  if (endsAt && !mayEndAt(new Date(endsAt), ctx.content.event, ctx.now)) {
    throw new Refusal('invalid', { fields: { endsAt: words.endsTooLate } });
  }
  const secret = Buffer.from(ctx.randomBytes(SECRET_BYTES)).toString('base64url');
  const invitation = await ctx.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(doorInvitations)
      .values({
        secretHash: hashSecret(secret),
        role,
        maxPhones,
        endsAt: new Date(endsAt ?? ctx.content.event.closesAt),
        createdAt: ctx.now,
        createdBy: ctx.actor.email!,
      })
      .returning();
    const details = { invitation: added!.id, role, maxPhones };
    await recordAudit(tx, ctx, { action: 'door_phones_invited', details });
    return added!;
  });
  const url = new URL(paths.door(secret), ctx.settings.publicUrl).href;
  return { invitation: presentInvitation(invitation), url, qrSvg: qrSvg(url) };
}

export async function listDoorPhones(ctx: Context): Promise<ParsedOf<typeof listRoute.response>> {
  const [invitations, phones] = await Promise.all([
    ctx.db.select().from(doorInvitations).orderBy(desc(doorInvitations.id)),
    ctx.db.select().from(doorPhones).orderBy(desc(doorPhones.joinedAt)),
  ]);
  return {
    invitations: invitations.map((one) => ({
      ...presentInvitation(one),
      joined: phonesWithPlace(phones, one.id).length,
    })),
    phones: phones.map(presentPhoneState),
  };
}

/** Ends an invitation for new phones; those that have joined stay. */
export async function revokeInvitation(ctx: Context, given: string): Promise<Invitation> {
  const id = idFrom(given);
  return ctx.db.transaction(async (tx) => {
    const isOpen = and(eq(doorInvitations.id, id), isNull(doorInvitations.revokedAt));
    const revoked = await tx.update(doorInvitations).set({ revokedAt: ctx.now }).where(isOpen);
    if (revoked.rowCount)
      await recordAudit(tx, ctx, { action: 'door_invitation_revoked', details: { invitation: id } });
    const [row] = await tx.select().from(doorInvitations).where(eq(doorInvitations.id, id));
    if (!row) throw new Refusal('not_found');
    return presentInvitation(row);
  });
}

/** Revokes a phone, which is wiped at its next contact. */
export async function revokePhone(ctx: Context, id: string): Promise<PhoneState> {
  if (!isUuid(id)) throw new Refusal('not_found');
  return ctx.db.transaction(async (tx) => {
    const isWorking = and(eq(doorPhones.id, id), isNull(doorPhones.revokedAt));
    const revoked = await tx.update(doorPhones).set({ revokedAt: ctx.now }).where(isWorking);
    if (revoked.rowCount)
      await recordAudit(tx, ctx, { action: 'door_phone_revoked', details: { phone: id } });
    const [row] = await tx.select().from(doorPhones).where(eq(doorPhones.id, id));
    if (!row) throw new Refusal('not_found');
    return presentPhoneState(row);
  });
}

function presentInvitation(row: DoorInvitationRow): Invitation {
  const { id, role, maxPhones, endsAt, createdBy, revokedAt } = row;
  return {
    id,
    role,
    maxPhones,
    createdBy,
    endsAt: endsAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
