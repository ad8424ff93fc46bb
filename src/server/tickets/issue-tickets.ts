import { CODE_BYTES, qrTokenFrom } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { qrCodes, type RegistrationRow } from '../db/tables.ts';
import type { Write } from '../db/write-together.ts';
import { qrSvg } from './qr-image.ts';

/** Gives each registration its QR code, in the transaction that creates the registrations. */
export function issueTickets(
  tx: Transaction,
  ctx: Context,
  registrations: readonly RegistrationRow[],
): Write {
  return tx.insert(qrCodes).values(
    registrations.map(({ id }) => {
      const token = qrTokenFrom(ctx.randomBytes(CODE_BYTES));
      return { registrationId: id, qrCodeData: token, qrCodeImage: qrSvg(token), createdAt: ctx.now };
    }),
  );
}
