import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Team } from '#contract/team.ts';
import { auditRows } from '#test/audit-rows.ts';
import type { Bought } from '#test/buy.ts';
import { setCancelStage } from '#test/cancel-stage.ts';
import { teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD, stopClock } from '#test/world.ts';
import { eq } from '../../db/drizzle.ts';
import { claimLinks, paymentLedger, refunds } from '../../db/tables.ts';
import { blankClaimLinks } from '../../privacy/erase-rows.ts';
import { applyRefund } from './refund.ts';

const stage = setCancelStage({ protocolNow: stopClock() });
const { buy, freeTeam, cancel, peopleOf, refund } = stage;

/** Invites for the seven open seats, one a minute, and makes the team's link; returns the invitations' ids. */
async function inviteAll({ buyer, transactionId }: Bought): Promise<string[]> {
  const ids = Array.from({ length: 7 }, () => randomUUID());
  for (const [index, id] of ids.entries()) {
    stage.world.moveClock(new Date(Date.parse(EARLY_BIRD) + index * 60_000).toISOString());
    expect((await buyer.post(`/api/order/${transactionId}/team/links`, { id, forTeam: false })).status).toBe(
      200,
    );
  }
  const forTeam = await buyer.post(`/api/order/${transactionId}/team/links`, {
    id: randomUUID(),
    forTeam: true,
  });
  expect(forTeam.status).toBe(200);
  return ids;
}

async function linksOf({ buyer, transactionId }: Bought) {
  const { invitations, teamLink }: Team = await (await buyer.get(`/api/order/${transactionId}/team`)).json();
  return { invitations: invitations.map(({ id }) => id).toSorted(), hasTeamLink: teamLink !== null };
}

async function withdrawnOf({ order }: Bought): Promise<unknown[]> {
  const rows = await auditRows(stage.world, { orderId: order.id, action: 'claim_link_withdrawn' });
  return rows.map(({ details, actorKind }) => ({ ...(details as object), actorKind }));
}

test.each([
  ['with a refund', () => buy(teamOfTen()), 'partially_refunded'],
  ['without one', freeTeam, 'completed'],
] as const)('open seats canceled %s end the newest invitations to them', async (_what, start, status) => {
  const team = await start();
  const ids = await inviteAll(team);
  expect((await cancel(team, { registrationIds: [], freeSeats: 2 })).status).toBe(200);
  expect(await stage.standing(team.order.id)).toMatchObject({ status, returned: 2 });
  expect(await linksOf(team)).toEqual({ invitations: ids.slice(0, 5).toSorted(), hasTeamLink: true });
  expect(await withdrawnOf(team)).toEqual(
    expect.arrayContaining(ids.slice(5).map((linkId) => ({ linkId, forTeam: false, actorKind: 'buyer' }))),
  );
});

test('open seats canceled by staff end the newest invitations to them, even before the money is back', async () => {
  const team = await buy(teamOfTen());
  const ids = await inviteAll(team);
  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
  });
  expect((await refund(team.order.id, { amount: 60_00, freeSeats: 3 })).status).toBe(200);
  expect(await stage.standing(team.order.id)).toMatchObject({ status: 'completed', returned: 0 });
  expect((await linksOf(team)).invitations).toEqual(ids.slice(0, 4).toSorted());
  expect(await withdrawnOf(team)).toHaveLength(3);
});

test('invitations that ended with canceled seats can be used again if the refund fails', async () => {
  const team = await buy({ ...teamOfTen(), provider: 'square' });
  const ids = await inviteAll(team);
  // After the invitations, so that only the refund withdraws some.
  stage.world.moveClock(new Date(Date.parse(EARLY_BIRD) + 3_600_000).toISOString());
  const { faults } = stage.world.sandbox.square;
  // Square reports the failure before it has paid.
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(team.order.id, { amount: 60_00, freeSeats: 3 });
  expect((await linksOf(team)).invitations).toEqual(ids.slice(0, 4).toSorted());
  faults.clear();
  await stage.waitForRefunds(team.order.id, 'failed');
  expect((await linksOf(team)).invitations).toEqual(ids.toSorted());
});

test('an invitation that was erased while its seat was being refunded stays ended if the refund fails', async () => {
  const team = await buy(teamOfTen());
  const ids = await inviteAll(team);
  stage.world.moveClock(new Date(Date.parse(EARLY_BIRD) + 3_600_000).toISOString());
  const refundId = await refundLater(team, 60_00);
  const { db } = stage.world.database;
  await db.transaction((tx) =>
    blankClaimLinks(tx, new Date(Date.parse(EARLY_BIRD) + 3_700_000), eq(claimLinks.id, ids[5]!)),
  );
  await fail(refundId);
  expect((await linksOf(team)).invitations).toEqual(ids.filter((id) => id !== ids[5]).toSorted());
});

test('invitations can be used again once all parts of a refund over two payments have failed', async () => {
  const [team, other] = [await buy(teamOfTen()), await buy()];
  const { db } = stage.world.database;
  await db
    .update(paymentLedger)
    .set({ orderId: team.order.id })
    .where(eq(paymentLedger.orderId, other.order.id));
  const ids = await inviteAll(team);
  stage.world.moveClock(new Date(Date.parse(EARLY_BIRD) + 3_600_000).toISOString());
  const refundId = await refundLater(team, 210_00);
  const parts = await db.select().from(refunds).where(eq(refunds.orderId, team.order.id));
  const rest = parts.find((one) => one.id !== refundId)!;
  await fail(rest.id);
  expect((await linksOf(team)).invitations).toEqual(ids.slice(0, 4).toSorted());
  await fail(refundId);
  expect((await linksOf(team)).invitations).toEqual(ids.toSorted());
});

/** Refunds three open seats at a time when Stripe doesn't answer; returns the refund's id. */
async function refundLater({ order }: Bought, amount: number): Promise<string> {
  const { faults } = stage.world.sandbox.stripe;
  faults.set({ failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 } });
  const refundId = randomUUID();
  expect((await refund(order.id, { refundId, amount, freeSeats: 3 })).status).toBe(200);
  return refundId;
}

async function fail(refundId: string): Promise<void> {
  const [row] = await stage.world.database.db.select().from(refunds).where(eq(refunds.id, refundId));
  const { moneyRef, amount: minor, currency } = row!;
  await applyRefund(stage.world.context(), refundId, {
    ...{ refundId, ref: null, moneyRef, amount: { minor, currency }, state: 'failed' },
  });
}

test('canceling people, or seats that nobody was invited to, leaves the invitations', async () => {
  const team = await buy(teamOfTen());
  const { Ada } = await peopleOf(team);
  const ids = await inviteAll(team);
  expect((await cancel(team, { registrationIds: [Ada!], freeSeats: 0 })).status).toBe(200);
  expect((await linksOf(team)).invitations).toEqual(ids.toSorted());
  expect(await withdrawnOf(team)).toEqual([]);
});
