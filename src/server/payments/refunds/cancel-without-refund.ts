import type { NothingBack, SeatChoice } from '#domain/refund.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { giveSeatsBack } from '../../capacity/give-seats-back.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import { cancellations, type OrderRow } from '../../db/tables.ts';
import { queueToBuyer } from '../../orders/mails/queue-mails.ts';
import { queueTicketEndedMails } from '../../orders/mails/queue-ticket-mails.ts';
import { withdrawSeatless } from '../../team/withdraw-link.ts';
import { endSeats } from './end-seats.ts';

/**
 * Ends tickets and frees seats at once, without a refund (R-REFUND-8). The caller has checked them under the order's
 * lock. `because` is null if staff decided so.
 */
export async function cancelWithoutRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  {
    id,
    registrationIds,
    freeSeats,
    because,
    note = null,
  }: SeatChoice & { id: string; because: NothingBack | null; note?: string | null },
  requestedBy: string,
): Promise<void> {
  const seats = registrationIds.length + freeSeats;
  await tx.insert(cancellations).values({
    id,
    orderId: order.id,
    registrationIds: [...registrationIds],
    seats,
    because,
    requestedBy,
    note,
    createdAt: ctx.now,
  });
  await recordAudit(tx, ctx, {
    action: 'seats_canceled',
    orderId: order.id,
    details: { cancellationId: id, registrationIds, seats, because },
  });
  await queueToBuyer(tx, ctx, order, 'seats_canceled', id);
  const { ended, seats: returned } = await endSeats(tx, ctx, order, { registrationIds, seats });
  await withdrawSeatless(tx, ctx, order.id);
  await queueTicketEndedMails(tx, ctx, order, ended, id);
  await giveSeatsBack(tx, ctx, order, returned);
}
