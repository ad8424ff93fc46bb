import { randomUUID } from 'node:crypto';
import { fullName } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import type { EventType, Track } from '#domain/packages.ts';
import { type PassEnd, passEnd } from '#domain/wallets.ts';
import type { Context } from '../context.ts';
import { eq, type SQL } from '../db/drizzle.ts';
import { orders, qrCodes, registrations, walletPasses } from '../db/tables.ts';
import { replacementOf } from '../tickets/ticket-codes.ts';
import { contentMark } from './event-facts.ts';

/** The ticket's current state, as its pass shows it. */
export interface TicketPass {
  readonly serial: string;
  /** The token with which a phone fetches the pass again. */
  readonly token: string;
  readonly version: number;
  readonly updatedAt: Date;
  readonly eventType: EventType;
  /** `DSS000042`. */
  readonly number: string;
  /** The QR code; null once it was erased. */
  readonly code: string | null;
  /** Null once the ticket has ended: it may belong to somebody else by now. */
  readonly holder: { readonly name: string; readonly track: Track | null } | null;
  readonly end: PassEnd | null;
}

const TOKEN_BYTES = 24;

/** The pass of a code, created at the first request and the same from then on. */
export async function keepPass(
  ctx: Context,
  { codeId, orderId }: { readonly codeId: number; readonly orderId: number },
): Promise<TicketPass> {
  const madeAt = ctx.protocolNow();
  await ctx.db.transaction(async (tx) => {
    // Changing a ticket also locks its order. Without this lock, the triggers would miss a pass stored at the same time.
    await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('share');
    await tx
      .insert(walletPasses)
      .values({
        serial: randomUUID(),
        codeId,
        orderId,
        token: Buffer.from(ctx.randomBytes(TOKEN_BYTES)).toString('base64url'),
        content: contentMark(ctx.content),
        madeAt,
        updatedAt: madeAt,
      })
      .onConflictDoNothing();
  });
  return (await findPass(ctx, eq(walletPasses.codeId, codeId)))!;
}

export async function findPass(ctx: Context, which: SQL): Promise<TicketPass | null> {
  const [row] = await ctx.db
    .select({ pass: walletPasses, code: qrCodes, person: registrations, order: orders })
    .from(walletPasses)
    .leftJoin(qrCodes, eq(qrCodes.id, walletPasses.codeId))
    .leftJoin(registrations, eq(registrations.id, qrCodes.registrationId))
    .leftJoin(orders, eq(orders.id, walletPasses.orderId))
    .where(which);
  if (!row) return null;
  const { pass, code, person, order } = row;
  const end = passEnd(
    code && person && order
      ? {
          replaced: replacementOf(code),
          voidedAt: person.voidedAt,
          paymentStatus: order.paymentStatus,
          isOver: pass.isOver,
        }
      : null,
  );
  return {
    serial: pass.serial,
    token: pass.token,
    version: pass.version,
    updatedAt: pass.updatedAt,
    eventType: order?.eventType ?? 'conference',
    number: registrationNumber(ctx.content.event.shortCode, pass.orderId),
    code: code?.qrCodeData ?? null,
    holder: person && !end ? { name: fullName(person), track: person.track } : null,
    end,
  };
}
