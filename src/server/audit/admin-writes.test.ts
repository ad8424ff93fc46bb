import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { shortCode } from '#domain/short-code.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { auditRows } from '#test/audit-rows.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { type RouteName, SAMPLES } from '#test/intruder.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { refreshCatalog } from '../catalog/mirror.ts';
import { paymentCases } from '../db/tables.ts';

const ADMIN = 'admin@example.org';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff(ADMIN);
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
  await refreshCatalog(world.context());
});
afterAll(() => world.stop());

interface Call {
  /** The value of the path's parameter. */
  readonly id?: string | number;
  readonly body?: unknown;
  readonly query?: string;
}

/** Each call that changes something, with its setup and the one row it writes. */
const WRITES: Partial<Record<RouteName, [action: string, prepare: () => Promise<Call>]>> = {
  createSpeaker: ['speaker_created', async () => ({ body: SAMPLES.createSpeaker })],
  saveSpeaker: [
    'speaker_saved',
    async () => {
      const [speaker] = await list('listAdminSpeakers');
      const body = { ...(SAMPLES.saveSpeaker as object), seenUpdatedAt: speaker!.updatedAt };
      return { id: speaker!.id, body };
    },
  ],
  deleteSpeaker: ['speaker_deleted', async () => ({ id: (await list('listAdminSpeakers'))[0]!.id })],
  orderSpeakers: [
    'speakers_ordered',
    async () => ({ body: { ids: (await list('listAdminSpeakers')).map((one) => one.id).reverse() } }),
  ],
  refundOrder: [
    'refund_requested',
    async () => ({
      id: await buyOrder(checkout()),
      body: { refundId: randomUUID(), amount: 100, registrationIds: [], freeSeats: 0, reason: 'buyer' },
    }),
  ],
  resolvePaymentCase: [
    'case_resolved',
    async () => {
      const [row] = await world.database.db
        .insert(paymentCases)
        .values({ kind: 'payment_without_order', subject: 'a payment', openedAt: new Date() })
        .returning();
      return { id: row!.id, body: SAMPLES.resolvePaymentCase };
    },
  ],
  toggleStripeProduct: [
    'product_toggled',
    async () => ({ id: (await list('listStripeProducts')).at(-1)!.id, body: { active: false } }),
  ],
  configureStripeProduct: [
    'product_configured',
    async () => ({ id: (await list('listStripeProducts')).at(-2)!.id, body: SAMPLES.configureStripeProduct }),
  ],
  createCoupon: ['coupon_created', async () => ({ body: SAMPLES.createCoupon })],
  toggleCoupon: ['coupon_toggled', async () => ({ id: await aCoupon('OTHER'), body: { active: false } })],
  saveCoupon: [
    'coupon_saved',
    async () => {
      const id = await aCoupon('SAVED');
      const coupon = (await list('listCoupons')).find((one) => one.id === id)!;
      const change = { ...(SAMPLES.saveCoupon as object), description: 'Changed' };
      return { id, body: { ...change, seenUpdatedAt: coupon.updatedAt } };
    },
  ],
  endCoupon: ['coupon_ended', async () => ({ id: await aCoupon('ENDED') })],
  deleteCoupon: ['coupon_deleted', async () => ({ id: await aCoupon('GONE') })],
  createStripeCoupon: ['stripe_coupon_created', async () => ({ body: SAMPLES.createStripeCoupon })],
  deleteStripeCoupon: [
    'stripe_coupon_deleted',
    async () => {
      const made = await staff.post('/api/admin/stripe-coupons', SAMPLES.createStripeCoupon);
      return { id: (await made.json()).id };
    },
  ],
  setCapacity: [
    'capacity_changed',
    async () => {
      const [day] = await list('getCapacity');
      return { id: String(day!.eventDate), body: { maxCapacity: 70, seen: day!.maxCapacity } };
    },
  ],
  deleteOrder: ['order_deleted', async () => ({ id: await buyOrder(checkout()) })],
  resendEmail: ['confirmation_resent', async () => ({ id: await buyOrder(checkout()), body: {} })],
  correctBuyerEmail: [
    'order_email_corrected',
    async () => ({
      id: await buyOrder(checkout({ email: 'old@example.org' })),
      body: { email: 'new@example.org', seen: 'old@example.org' },
    }),
  ],
  resendTicket: [
    'ticket_resent',
    async () => ({ id: (await peopleOf(await buyOrder(checkout())))[0]!.id, body: {} }),
  ],
  ensureOrganizer: [
    'attendee_added',
    async () => {
      const id = await buyOrder(checkout());
      const [organizer] = await peopleOf(id);
      await staff.request(`/api/admin/registrations/${organizer!.id}?organizer=true`, { method: 'DELETE' });
      return { id, body: {} };
    },
  ],
  addOrderAttendee: [
    'attendee_added',
    async () => ({ id: await buyOrder(teamOfTen({ teamMembers: [] })), body: SAMPLES.addOrderAttendee }),
  ],
  correctAttendee: [
    'attendee_corrected',
    async () => {
      const [person] = await peopleOf(await buyOrder(checkout()));
      const { id, isOrganizer, ...seen } = person!;
      return { id, body: { ...seen, lastName: 'Simple', seen } };
    },
  ],
  freeRegistration: ['seat_freed', () => someMember()],
  deleteRegistration: ['registration_deleted', () => someMember()],
  saveEmailTemplate: [
    'template_saved',
    async () => {
      const [row] = await list('listEmailTemplates');
      const template = await (await staff.get(`/api/admin/email-templates/${row!.id}`)).json();
      const { subject, htmlContent, textContent, updatedAt } = template;
      const body = { subject: `${subject}!`, htmlContent, textContent };
      return { id: row!.id, body: { ...body, seenUpdatedAt: updatedAt } };
    },
  ],
  nudgeTeams: [
    'teams_nudged',
    async () => ({ body: { orders: (await (await staff.get('/api/admin/team-nudge')).json()).orders } }),
  ],
  checkIn: [
    'checked_in',
    async () => ({ body: { registrationId: await aTicket(), method: 'manual_lookup', notes: null } }),
  ],
  undoCheckIn: [
    'check_in_undone',
    async () => {
      const id = await aTicket();
      await staff.post('/api/admin/check-in', { registrationId: id, method: 'manual_lookup', notes: null });
      return { id, body: {} };
    },
  ],
  inviteDoorPhones: ['door_phones_invited', async () => ({ body: SAMPLES.inviteDoorPhones })],
  revokeDoorInvitation: ['door_invitation_revoked', async () => ({ id: (await invite()).id, body: {} })],
  revokeDoorPhone: [
    'door_phone_revoked',
    async () => {
      const { url } = await invite();
      const body = { invitation: new URL(url).hash.slice(1), person: 'Maria', door: 'Garage' };
      const { phone } = await (await world.visitor().post('/api/door/join', body)).json();
      return { id: phone.id, body: {} };
    },
  ],
  settleScan: ['duplicate_settled', async () => ({ id: await aCheckIn(), body: SAMPLES.settleScan })],
  undoScan: ['check_in_undone', async () => ({ id: await aCheckIn(), body: {} })],
  typePaperList: [
    'checked_in',
    async () => {
      const entries = [{ id: randomUUID(), shortCode: shortCode(await aTicket()) }];
      return { body: { ...(SAMPLES.typePaperList as object), entries } };
    },
  ],
  makeBadges: ['badges_made', async () => ({ body: { which: await aTicket() } })],
  confirmBadges: ['badges_printed', async () => ({ id: await aBadgeFile(), body: {} })],
  discardBadges: ['badges_discarded', async () => ({ id: await aBadgeFile() })],
};

/** A file of one badge, which is not printed yet. */
async function aBadgeFile(): Promise<string> {
  const made = await staff.post('/api/admin/badges', { which: await aTicket() });
  return (await made.json()).file;
}

/** The scan of a ticket that was just checked in. */
async function aCheckIn(): Promise<string> {
  const registrationId = await aTicket();
  const pressId = randomUUID();
  await staff.post('/api/admin/check-in', { registrationId, method: 'manual_lookup', notes: null, pressId });
  return pressId;
}

async function invite(): Promise<{ id: number; url: string }> {
  const body = { role: 'steward', maxPhones: 1, endsAt: '2026-01-01T00:00:00Z' };
  const { invitation, url } = await (await staff.post('/api/admin/door/invitations', body)).json();
  return { id: invitation.id, url };
}

/** Calls with a body that change nothing stored. */
const READS: readonly RouteName[] = [
  'testPricing',
  'previewEmailTemplate',
  'validateQr',
  // Sends a sample to the caller only.
  'testEmailTemplate',
];

const adminCalls = Object.entries<Route>(routes).filter(
  ([, { method, path }]) => path.startsWith('/api/admin/') && method !== 'GET',
) as [RouteName, Route][];

async function list(name: RouteName): Promise<Record<string, string | number>[]> {
  return (await staff.get(routes[name].path)).json();
}

async function buyOrder(body: unknown): Promise<number> {
  return (await buy(world, body)).order.id;
}

const peopleOf = async (orderId: number) =>
  (await (await staff.get(`/api/admin/orders/${orderId}/attendees`)).json()) as {
    id: number;
    isOrganizer: boolean;
  }[];

async function aCoupon(code: string): Promise<number> {
  const body = { ...(SAMPLES.createCoupon as object), code };
  return (await (await staff.post('/api/admin/coupons', body)).json()).id;
}

/** Somebody of a team, and what the desk shows of them. */
const someMember = async () => {
  const { id, ...seen } = (await peopleOf(await buyOrder(teamOfTen())))[1]!;
  return { id, body: { seen } };
};
const aTicket = async () => (await peopleOf(await buyOrder(checkout())))[0]!.id;

/** Audit rows by staff since then, without those of jobs and webhooks. */
async function rowsSince(id: number) {
  const rows = await auditRows(world, { actor: ADMIN });
  return rows.filter((row) => row.id > id && row.action !== 'refund_succeeded');
}

async function lastId(): Promise<number> {
  const { rows } = await world.database.pool.query('SELECT max(id)::int AS id FROM registration_audit');
  return rows[0].id;
}

async function send({ method, path }: Route, { id, body, query = '' }: Call) {
  return staff.request(path.replace(/\{\w+\}/, String(id)) + query, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('the audit has one row for each change that staff make', () => {
  test('every call is either in the table or listed as changing nothing', () => {
    const known = [...Object.keys(WRITES), ...READS].toSorted();
    expect(known).toEqual(adminCalls.map(([name]) => name).toSorted());
  });

  test.each(Object.entries(WRITES))('%s', async (name, [action, prepare]) => {
    const call = await prepare();
    const before = await lastId();
    const response = await send(routes[name as RouteName], call);
    expect([name, response.status, response.status === 200 ? '' : await response.text()]).toEqual([
      name,
      200,
      '',
    ]);
    const rows = await rowsSince(before);
    expect(rows.map((row) => [row.action, row.ipAddress])).toEqual([[action, '127.0.0.1']]);
    expect(JSON.stringify(rows[0]!.details)).not.toMatch(/@|Sample|Jane/);
  });

  test('a refused call leaves no row', async () => {
    const before = await lastId();
    for (const [, route] of adminCalls) {
      const response = await send(route, { id: 999_999, body: {} });
      expect([route.path, response.status >= 400]).toEqual([route.path, true]);
    }
    expect(await rowsSince(before)).toEqual([]);
  });
});
