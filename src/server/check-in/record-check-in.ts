import { randomUUID } from 'node:crypto';
import type { DoorRegistration, checkIn as route } from '#contract/check-in.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REMOVED_TICKET, verdictWords } from '#contract/words/door.ts';
import { admission, isSamePress, type Verdict } from '#domain/admission.ts';
import { parseQrToken } from '#domain/codes.ts';
import { HOLDER_FIELDS, isAsSeen } from '../attendees/person-fields.ts';
import { deskScan } from '../audit/desk-scan.ts';
import { type Context, today } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { lockId } from '../db/lock-id.ts';
import type { Transaction } from '../db/open-database.ts';
import { qrCodes, registrations, scans } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { writeScans } from '../scans/project-check-ins.ts';
import { readLog } from '../scans/read-log.ts';
import { wasRemoved } from '../tickets/was-removed.ts';
import { type FoundTicket, findTicket } from './find-ticket.ts';

type Input = ParsedOf<typeof route.body>;

const REFUSALS: Record<Exclude<Verdict['kind'], 'admit'>, ErrorCode> = {
  already_checked_in: 'already_checked_in',
  wrong_day: 'ticket_wrong_day',
  not_paid: 'ticket_not_paid',
  replaced: 'ticket_replaced',
};

/**
 * Admits one person for the current day. Of simultaneous scans one wins: each locks the registration's row and then
 * reads what the previous one wrote (R-DOOR-2). A retried press gets its first response (R-DOOR-3). Whoever has got the
 * seat since somebody was chosen from the list isn't admitted in their place.
 */
export async function recordCheckIn(ctx: Context, input: Input): Promise<DoorRegistration> {
  return ctx.db.transaction(async (tx) => {
    const token = 'qrToken' in input ? tokenOf(input.qrToken) : null;
    const id = await lockRegistration(tx, input, token);
    // Read after waiting for the lock: the code may have been replaced in the meantime.
    const found = id && (await findTicket(tx, ctx, token ? { token } : { id }));
    if (!found) throw token ? await refuseUnknown(tx, token) : new Refusal('registration_not_found');
    const verdict = admission(ctx.content.event, found.ticket, today(ctx));
    if (verdict.kind === 'already_checked_in' && isSamePress(found.ticket, input.pressId))
      return found.registration;
    const seen = 'registrationId' in input && input.seen;
    if (seen && !isAsSeen(found.registration, seen, HOLDER_FIELDS)) throw new Refusal('changed_meanwhile');
    if (verdict.kind !== 'admit') throw refuse(ctx, verdict);
    await admit(tx, ctx, found, input);
    const at = ctx.now.toISOString();
    const by = ctx.actor.email!;
    return {
      ...found.registration,
      checkedIn: true,
      checkedInAt: at,
      checkedInBy: by,
      notes: [...(input.notes ? [{ text: input.notes, at, by }] : []), ...found.registration.notes],
    };
  });
}

async function refuseUnknown(tx: Transaction, token: string): Promise<Refusal> {
  return new Refusal('ticket_invalid', (await wasRemoved(tx, token)) ? { message: REMOVED_TICKET } : {});
}

function refuse(ctx: Context, verdict: Exclude<Verdict, { kind: 'admit' }>): Refusal {
  return new Refusal(REFUSALS[verdict.kind], { message: verdictWords(verdict, ctx.content.event.zone) });
}

async function admit(tx: Transaction, ctx: Context, found: FoundTicket, input: Input): Promise<void> {
  const { id: registrationId, orderId } = found.registration;
  const { seat, qrCodeId } = found;
  const id = input.pressId ?? randomUUID();
  if (input.pressId) await lockId(tx, id);
  const log = await readLog(tx, { registrationIds: [registrationId], orderIds: seat ? [orderId] : [] });
  // That press's check-in was undone, or was another person's.
  if (input.pressId && (await tx.$count(scans, eq(scans.id, id))) > 0) throw new Refusal('press_spent');
  const added = deskScan(ctx, {
    id,
    kind: 'admit',
    orderId,
    registrationId: seat ? null : registrationId,
    seat,
    method: input.method,
    notes: input.notes ?? null,
  });
  await writeScans(tx, ctx, [added], [{ id: registrationId, seat, qrCodeId }], log);
}

async function lockRegistration(tx: Transaction, input: Input, token: string | null): Promise<number | null> {
  const isWanted =
    'registrationId' in input ? eq(registrations.id, input.registrationId) : eq(qrCodes.qrCodeData, token!);
  const [row] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .leftJoin(qrCodes, eq(qrCodes.registrationId, registrations.id))
    .where(isWanted)
    .limit(1)
    .for('update', { of: registrations });
  return row?.id ?? null;
}

function tokenOf(scanned: string): string {
  const token = parseQrToken(scanned);
  if (!token) throw new Refusal('ticket_invalid');
  return token;
}
