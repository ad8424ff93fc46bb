import type { DoorRegistration, checkIn as route } from '#contract/check-in.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ParsedOf } from '#contract/route.ts';
import { verdictWords } from '#contract/words/door.ts';
import { admission, isSamePress, type Verdict } from '#domain/admission.ts';
import { parseQrToken } from '#domain/codes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq, type SQL } from '../db/drizzle.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { checkIns, qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type FoundTicket, findTicketById, today } from './find-ticket.ts';

type Input = ParsedOf<typeof route.body>;

const REFUSALS: Record<Exclude<Verdict['kind'], 'admit'>, ErrorCode> = {
  already_checked_in: 'already_checked_in',
  wrong_day: 'ticket_wrong_day',
  not_paid: 'ticket_not_paid',
};

/**
 * Admits one person for the current day. Of simultaneous scans one wins: the registration's row is locked, and a
 * unique index backs that up. The others get what a later scan gets (R-DOOR-2). A press sent again gets its first
 * answer (R-DOOR-3).
 */
export async function recordCheckIn(ctx: Context, input: Input): Promise<DoorRegistration> {
  try {
    return await ctx.db.transaction((tx) => admit(tx, ctx, input));
  } catch (error) {
    // The press made a check-in that was undone, or somebody else's.
    if (isUniqueViolation(error, 'check_ins_press')) throw new Refusal('press_spent');
    if (!isUniqueViolation(error, 'check_ins_once_a_day')) throw error;
    return ctx.db.transaction((tx) => admit(tx, ctx, input));
  }
}

async function admit(tx: Transaction, ctx: Context, input: Input): Promise<DoorRegistration> {
  const registrationId = await lockRegistration(tx, input);
  const found = await findTicketById(tx, ctx, registrationId);
  if (!found) throw new Refusal('registration_not_found');
  const verdict = admission(ctx.content.event, found.ticket, today(ctx));
  if (verdict.kind === 'already_checked_in' && isSamePress(found.ticket, input.pressId))
    return found.registration;
  if (verdict.kind !== 'admit')
    throw new Refusal(REFUSALS[verdict.kind], { message: verdictWords(verdict, ctx.content.event.zone) });
  await insertCheckIn(tx, ctx, found, input);
  await recordAudit(tx, ctx, {
    action: 'checked_in',
    orderId: found.registration.orderId,
    registrationId,
    details: { method: input.method, day: today(ctx) },
  });
  const at = ctx.now.toISOString();
  const by = ctx.actor.email!;
  return {
    ...found.registration,
    checkedIn: true,
    checkedInAt: at,
    checkedInBy: by,
    notes: [...(input.notes ? [{ text: input.notes, at, by }] : []), ...found.registration.notes],
  };
}

async function insertCheckIn(
  tx: Transaction,
  ctx: Context,
  { registration, qrCodeId }: FoundTicket,
  input: Input,
): Promise<void> {
  await tx.insert(checkIns).values({
    registrationId: registration.id,
    qrCodeId,
    checkedInBy: ctx.actor.email!,
    checkedInAt: ctx.now,
    method: input.method,
    notes: input.notes ?? null,
    admittedOn: today(ctx),
    pressId: input.pressId ?? null,
  });
  await tx
    .update(registrations)
    .set({ checkedIn: true, checkedInAt: ctx.now })
    .where(eq(registrations.id, registration.id));
}

async function lockRegistration(tx: Transaction, input: Input): Promise<number> {
  const [row] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(isMeant(tx, input))
    .for('update');
  if (!row) throw new Refusal('qrToken' in input ? 'ticket_invalid' : 'registration_not_found');
  return row.id;
}

function isMeant(tx: Transaction, input: Input): SQL {
  if (!('qrToken' in input)) return eq(registrations.id, input.registrationId);
  const token = parseQrToken(input.qrToken);
  if (!token) throw new Refusal('ticket_invalid');
  const ofTicket = tx
    .select({ id: qrCodes.registrationId })
    .from(qrCodes)
    .where(eq(qrCodes.qrCodeData, token));
  return eq(registrations.id, ofTicket);
}
