import type { DoorRegistration, checkIn as route } from '#contract/check-in.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ParsedOf } from '#contract/route.ts';
import { verdictWords } from '#contract/words/door.ts';
import { admission, isSamePress, type Verdict } from '#domain/admission.ts';
import { parseQrToken } from '#domain/codes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq, type SQL, sql } from '../db/drizzle.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type FoundTicket, presentTicket, selectTickets, today } from './find-ticket.ts';

type Input = ParsedOf<typeof route.body>;

const REFUSALS: Record<Exclude<Verdict['kind'], 'admit'>, ErrorCode> = {
  already_checked_in: 'already_checked_in',
  wrong_day: 'ticket_wrong_day',
  not_paid: 'ticket_not_paid',
};

/** Somebody else has admitted the person since the ticket was read. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/**
 * Admits one person for the current day. Of simultaneous scans one wins: the registration's row is locked, a check-in of
 * today is looked for once more as it is written, and a unique index backs that up. The others get what a later scan
 * gets (R-DOOR-2). A press sent again gets its first answer (R-DOOR-3).
 */
export async function recordCheckIn(ctx: Context, input: Input): Promise<DoorRegistration> {
  try {
    return await ctx.db.transaction((tx) => admit(tx, ctx, input));
  } catch (error) {
    // The press made a check-in that was undone, or somebody else's.
    if (isUniqueViolation(error, 'check_ins_press')) throw new Refusal('press_spent');
    if (!(error instanceof Overtaken || isUniqueViolation(error, 'check_ins_once_a_day'))) throw error;
    return ctx.db.transaction((tx) => admit(tx, ctx, input));
  }
}

async function admit(tx: Transaction, ctx: Context, input: Input): Promise<DoorRegistration> {
  const found = await lockTicket(tx, ctx, input);
  if (!found) throw new Refusal('qrToken' in input ? 'ticket_invalid' : 'registration_not_found');
  const verdict = admission(ctx.content.event, found.ticket, today(ctx));
  if (verdict.kind === 'already_checked_in' && isSamePress(found.ticket, input.pressId))
    return found.registration;
  if (verdict.kind !== 'admit')
    throw new Refusal(REFUSALS[verdict.kind], { message: verdictWords(verdict, ctx.content.event.zone) });
  await insertCheckIn(tx, ctx, found, input);
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
  { registration: { id: registrationId, orderId }, qrCodeId }: FoundTicket,
  input: Input,
): Promise<void> {
  const day = today(ctx);
  const { method, notes = null, pressId = null } = input;
  const marked = tx
    .update(registrations)
    .set({ checkedIn: true, checkedInAt: ctx.now })
    .where(eq(registrations.id, registrationId));
  const details = { method, day };
  const noted = recordAudit(tx, ctx, { action: 'checked_in', orderId, registrationId, details });
  const { rows } = await tx.execute(sql`WITH marked AS ${marked}, noted AS ${noted}
    INSERT INTO check_ins
      (registration_id, qr_code_id, checked_in_by, checked_in_at, method, notes, admitted_on, press_id)
    SELECT ${registrationId}::integer, ${qrCodeId}::integer, ${ctx.actor.email}::text, ${ctx.now}::timestamptz,
      ${method}::text, ${notes}::text, ${day}::date, ${pressId}::uuid
    WHERE NOT EXISTS (SELECT FROM check_ins
      WHERE registration_id = ${registrationId} AND admitted_on = ${day} AND undone_at IS NULL)
    RETURNING id`);
  if (rows.length === 0) throw new Overtaken();
}

/** Who waited for the lock reads today's check-in as it was before the wait; writing finds out. */
async function lockTicket(tx: Transaction, ctx: Context, input: Input): Promise<FoundTicket | null> {
  const [row] = await selectTickets(tx, today(ctx), whichTicket(input)).for('update', { of: registrations });
  return row ? presentTicket(row) : null;
}

function whichTicket(input: Input): SQL {
  if (!('qrToken' in input)) return eq(registrations.id, input.registrationId);
  const token = parseQrToken(input.qrToken);
  if (!token) throw new Refusal('ticket_invalid');
  return eq(qrCodes.qrCodeData, token);
}
