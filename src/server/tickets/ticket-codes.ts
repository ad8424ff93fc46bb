import { CODE_BYTES, qrTokenFrom } from '#domain/codes.ts';
import type { Replacement } from '#domain/person-change.ts';
import type { Context } from '../context.ts';
import { type AnyPgColumn, and, eq, isNull, type SQL } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { qrCodes, type RegistrationRow } from '../db/tables.ts';
import { qrSvg } from './qr-image.ts';

/** A QR code: its content, and its picture. */
export function makeCode(ctx: Context): { token: string; picture: string } {
  const token = qrTokenFrom(ctx.randomBytes(CODE_BYTES));
  return { token, picture: qrSvg(token) };
}

/** A registration's current code; replaced ones are kept, so that the door can say why it refuses them. */
export function currentCode(registrationId: number | AnyPgColumn): SQL {
  return and(eq(qrCodes.registrationId, registrationId), isNull(qrCodes.replacedAt))!;
}

/** Null for a current code. */
export function replacementOf(
  code: Pick<typeof qrCodes.$inferSelect, 'replacedAt' | 'replacedBecause'>,
): Replacement | null {
  return code.replacedAt && code.replacedBecause
    ? { at: code.replacedAt, because: code.replacedBecause }
    : null;
}

/**
 * Gives people named later their QR codes, in the transaction that creates their registrations. A paid order's codes are
 * written in `orders/complete-order.ts`.
 */
export async function issueCodes(
  tx: Transaction,
  ctx: Context,
  registrations: readonly RegistrationRow[],
): Promise<void> {
  const codes = registrations.map(({ id }) => {
    const { token, picture } = makeCode(ctx);
    return { registrationId: id, qrCodeData: token, qrCodeImage: picture, createdAt: ctx.now };
  });
  await tx.insert(qrCodes).values(codes);
}
