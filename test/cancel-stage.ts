import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import type { Cancellation } from '#contract/cancel.ts';
import { previewCancellation, type SeatChoice } from '#domain/refund.ts';
import { addCoupon } from './add-coupon.ts';
import type { Bought } from './buy.ts';
import { teamOfTen } from './factories.ts';
import { setRefundStage } from './refund-stage.ts';
import { codeOfTicket } from './ticket-stage.ts';
import { answerOf } from './visitor.ts';
import type { WorldOptions } from './world.ts';

/** A site for one file's tests, and what buyers do there to cancel seats of their orders. */
export function setCancelStage(options: WorldOptions = {}) {
  const stage = setRefundStage(options);
  beforeAll(() => addCoupon(stage.world, { code: 'FREE', discountValue: 100 }));
  let teams = 0;

  /** With its own addresses, because free orders per address are limited. */
  function freeTeam(): Promise<Bought> {
    teams += 1;
    const [jane, ada, bo] = ['Jane', 'Ada', 'Bo'].map((firstName) => ({
      ...{ firstName, lastName: 'Sample', email: `${firstName}${teams}@example.org`, track: 'caregivers' },
    }));
    const free = { couponCode: 'FREE', finalAmount: 0, email: jane!.email };
    return stage.buy(teamOfTen({ ...free, teamMembers: [jane, ada, bo] }));
  }

  async function look({ buyer, transactionId }: Bought): Promise<Cancellation> {
    const answer = await buyer.get(`/api/order/${transactionId}/cancellation`);
    expect(answer.status).toBe(200);
    return answer.json();
  }

  /** The page's preview of this choice, from the same facts and by the same function. */
  async function preview(bought: Bought, choice: SeatChoice) {
    const { content, now } = stage.world.context();
    return previewCancellation(
      await look(bought),
      content.refunds,
      { zone: content.event.zone, now },
      choice,
    );
  }

  const send = (
    { buyer, transactionId }: Pick<Bought, 'buyer' | 'transactionId'>,
    body: Record<string, unknown>,
  ) => answerOf(buyer.post(`/api/order/${transactionId}/cancel`, { refundId: randomUUID(), ...body }));

  /** Confirms the preview. */
  async function cancel(bought: Bought, choice: SeatChoice, refundId: string = randomUUID()) {
    const { amount } = await preview(bought, choice);
    return send(bought, { refundId, amount, ...choice });
  }

  async function peopleOf(bought: Bought): Promise<Record<string, number>> {
    return Object.fromEntries((await look(bought)).people.map(({ firstName, id }) => [firstName, id]));
  }

  async function atTheDoor(registrationId: number) {
    const qrToken = await codeOfTicket(stage.world, registrationId);
    const answer = await stage.staff.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
    return { status: answer.status, code: (await answer.json()).code };
  }

  return Object.assign(stage, { freeTeam, look, preview, send, cancel, peopleOf, atTheDoor });
}
