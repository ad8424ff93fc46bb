import { randomUUID } from 'node:crypto';
import { DOOR_COOKIE } from '#contract/door.ts';
import { ERRORS, type ErrorBody } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { billingData, teamOfTen } from './factories.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';
import type { World } from './world.ts';

export type RouteName = keyof typeof routes;
export type WithBody = {
  [N in RouteName]: (typeof routes)[N] extends { body: unknown } ? N : never;
}[RouteName];

/** Replaced in each request. */
export const CHECKOUT_ID = randomUUID();
const BUYER = `${CHECKOUT_ID}@example.org`;

const ADA = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
const SPEAKER = {
  name: 'Sample Speaker',
  title: null,
  bio: null,
  featured: false,
  marker: null,
  mysteryUntil: null,
  picture: null,
};
const TEMPLATE = { subject: 'Hello', htmlContent: '<p>Hello</p>', textContent: 'Hello' };
const TICKET_KEY = 'M'.padEnd(41, '0');

/** A valid body for each call, from which invalid ones are derived. */
export const SAMPLES: Record<WithBody, unknown> = {
  validateCoupon: { code: 'SAMPLE', eventType: 'conference', attendeeCount: 1 },
  createCheckoutSession: teamOfTen({
    email: BUYER,
    checkoutId: CHECKOUT_ID,
    jobTitle: 'Teacher',
    dietaryRestrictions: 'None',
    couponCode: null,
    appliedCoupon: null,
    originalAmount: 200,
    discountAmount: 0,
    isEarlyBird: true,
    pricingType: 'group',
    stripeProductId: null,
  }),
  processSquarePayment: {
    sourceId: 'cnon:card-nonce-ok',
    catalogItemId: 'conference-individual',
    orderId: '0'.repeat(28),
    amount: 2000,
    itemName: 'Individual Package',
    billingData: { ...billingData, addressLine2: null },
    registrationData: '{}',
  },
  joinDoor: { id: CHECKOUT_ID, invitation: 'none', person: 'Maria', door: 'Main entrance' },
  syncDoor: {
    scans: [
      {
        kind: 'admit',
        id: CHECKOUT_ID,
        decidedAt: '2025-09-20T14:00:00.000Z',
        phoneClock: '2025-09-20T14:00:00.000Z',
        practice: false,
        listVersion: null,
        order: 1,
        registration: 1,
        seat: null,
        method: 'qr_scan',
        notes: 'came late',
      },
    ],
    since: null,
    status: { tickets: 0, waiting: 0, isReady: false },
  },
  findDoorTicket: { qrToken: `T${'0'.repeat(28)}` },
  inviteDoorPhones: { role: 'steward', maxPhones: 5, endsAt: '2025-09-21T06:00:00.000Z' },
  settleScan: { outcome: 'same_person' },
  makeBadges: { which: 'unprinted' },
  typePaperList: {
    entries: [{ id: CHECKOUT_ID, shortCode: 'WXYZ' }],
    door: 'Garage',
    collectedAt: '2025-07-15T16:00:00.000Z',
  },
  signUpForNewsletter: {
    email: 'jane@example.org',
    firstName: 'Jane',
    lastName: 'Sample',
    organization: null,
    source: 'hero',
  },
  addAttendee: {
    ...ADA,
    track: 'caregivers',
    dietaryRestrictions: null,
    orderId: 1,
    isOrganizer: false,
    isSecondPerson: false,
  },
  chooseTrack: { track: 'caregivers' },
  cancelSeats: {
    refundId: '00000000-0000-4000-8000-000000000001',
    amount: 2000,
    registrationIds: [1],
    freeSeats: 0,
  },
  openMyTicket: { key: TICKET_KEY },
  getMyCalendarFile: { key: TICKET_KEY },
  nameSeats: { people: [{ ...ADA, track: 'caregivers' }], insteadOf: [] },
  changeTeamPerson: { ...ADA, track: 'caregivers', dietaryRestrictions: null, seen: { ...ADA, track: null } },
  freeTeamSeat: { seen: { ...ADA, track: null } },
  createClaimLink: { id: CHECKOUT_ID, forTeam: false, mailTo: 'ada@example.org', personalLine: 'Hello' },
  nudgeTeams: { orders: 0 },
  lookAtClaim: { key: `K${'0'.repeat(28)}` },
  claimSeat: { key: `K${'0'.repeat(28)}`, ...ADA, track: 'caregivers', dietaryRestrictions: null },
  getMyTicketPdf: { key: TICKET_KEY, paper: 'letter' },
  getMyWalletLinks: { key: TICKET_KEY },
  findMyTickets: { email: 'ada@example.org' },
  previewMyReturn: { key: TICKET_KEY },
  returnMyTicket: { key: TICKET_KEY },
  changeMyTicket: { key: TICKET_KEY, ...ADA, track: 'caregivers', dietaryRestrictions: null, seen: ADA },
  saveEmailTemplate: { ...TEMPLATE, seenUpdatedAt: '2025-07-15T16:00:00.000Z' },
  previewEmailTemplate: TEMPLATE,
  testEmailTemplate: TEMPLATE,
  createSpeaker: SPEAKER,
  saveSpeaker: { ...SPEAKER, seenUpdatedAt: '2025-07-15T16:00:00.000Z' },
  orderSpeakers: { ids: [1] },
  refundOrder: {
    refundId: '00000000-0000-4000-8000-000000000000',
    amount: 100,
    registrationIds: [],
    freeSeats: 0,
    reason: 'buyer',
    note: null,
  },
  resolvePaymentCase: { decision: 'dismiss', note: null },
  toggleStripeProduct: { active: true },
  configureStripeProduct: {
    metadata: { event_type: 'conference', pricing_type: 'regular', team_size: 'individual', enabled: 'true' },
  },
  testPricing: { eventType: 'conference', teamMemberCount: 1, couponId: null },
  createCoupon: {
    // Not the one requested above, which nobody created.
    code: 'SAMPLE-MADE',
    description: 'Sample',
    discountType: 'percentage',
    discountValue: 10,
    minOrderAmount: null,
    maxDiscount: null,
    usageLimit: 100,
    eventTypes: ['conference'],
    validUntil: null,
  },
  toggleCoupon: { active: true },
  saveCoupon: {
    description: 'Sample',
    usageLimit: 100,
    validUntil: null,
    isActive: true,
    seenUpdatedAt: '2025-07-15T16:00:00Z',
  },
  setCapacity: { maxCapacity: 300, seen: 300 },
  correctBuyerEmail: { email: 'desk@example.org', seen: BUYER },
  createStripeCoupon: { name: 'Sample', percent_off: 10, duration: 'once' },
  addOrderAttendee: { ...ADA, track: 'caregivers', dietaryRestrictions: null, isSecondPerson: true },
  correctAttendee: { ...ADA, track: 'caregivers', dietaryRestrictions: null, seen: ADA },
  freeRegistration: { seen: ADA },
  deleteRegistration: { seen: ADA },
  validateQr: { qrToken: 'T'.padEnd(29, '0') },
  checkIn: { registrationId: 1, method: 'manual_lookup', notes: null, seen: ADA },
  undoCheckIn: { seen: '2025-09-20T14:10:00.000Z' },
};

export const allRoutes = Object.entries(routes) as [RouteName, Route][];
export const routesWithBody = Object.entries(SAMPLES) as [WithBody, unknown][];

export interface Intruder {
  /** For programs that send their own requests. */
  readonly cookie: string;
  /** From a new address each time, so that limits don't hide faults; signed in as staff. */
  send(path: string, options?: Parameters<typeof rawRequest>[2]): Promise<RawResponse>;
  sendJson(path: string, body: unknown): Promise<RawResponse>;
}

/** A user with all rights, whose browser is a door phone as well, and who sends what no page sends. */
export async function openIntruder(world: Pick<World, 'siteUrl' | 'staff'>): Promise<Intruder> {
  const staff = await world.staff();
  const invited = await staff.post('/api/admin/door/invitations', { role: 'supervisor', maxPhones: 1 });
  const { hash } = new URL(((await invited.json()) as { url: string }).url);
  await staff.post('/api/door/join', { invitation: hash.slice(1), person: 'Intruder', door: 'Garage' });
  const cookie = ['session', DOOR_COOKIE].map((name) => `${name}=${staff.cookie(name)}`).join('; ');
  let sent = 0;
  const send: Intruder['send'] = (path, options = {}) => {
    sent += 1;
    const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    const headers = { cookie, 'x-forwarded-for': from, ...options.headers };
    return rawRequest(world.siteUrl, path, { ...options, headers });
  };
  return {
    cookie,
    send,
    sendJson: (path, body) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body).replaceAll(CHECKOUT_ID, randomUUID()),
      }),
  };
}

/** The route's path, with each parameter filled in. */
export function pathOf(route: Route, parameter: string): string {
  return route.path.replaceAll(/\{\w+\}/g, parameter);
}

/** What is wrong with a response to bad input; empty if it is a clear refusal or an acceptance. */
export function faultOf(name: string, { status, headers, text }: RawResponse): string[] {
  const fault = (what: string) => [`${name}: ${what} (${status} ${text.slice(0, 200)})`];
  if (status >= 500) return fault('fails');
  // From Node itself: address and headers are longer than 16 kB.
  if (status === 431 && text === '') return [];
  const type = String(headers['content-type']);
  if (status === 200 && /^(text\/csv|application\/pdf)/.test(type)) return [];
  if (!type.startsWith('application/json')) return fault('is not JSON');
  if (/\n\s+at |node_modules|file:\/\/|select ".*from "/i.test(text)) return fault('shows its inside');
  const body = JSON.parse(text) as Partial<ErrorBody>;
  if (status < 400) return [];
  if (!body.code || ERRORS[body.code] !== status) return fault('has no code of that status');
  return body.message && body.requestId ? [] : fault('has no message');
}

/** Eight at a time; returns all findings in one list. */
export async function inTurns<T>(work: T[], one: (item: T) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const queue = work.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of queue) found.push(...(await one(item)));
    }),
  );
  return found;
}
