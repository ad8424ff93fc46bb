import { randomUUID } from 'node:crypto';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout, teamOfTen } from '../../factories.ts';
import { allRoutes, pathOf, routesWithBody } from '../../intruder.ts';
import type { Visitor } from '../../visitor.ts';
import type { Site } from '../site.ts';

/** All personal data contains it, in any case; what cannot is in `KEYS_OF_PEOPLE`. */
export const PERSON = {
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'Canary.Person@example.org',
  phone: '303 555 0177',
  organization: 'Canaryschool',
  jobTitle: 'Canaryjob',
  dietaryRestrictions: 'Canarynuts',
} as const;
const MEMBER = { firstName: 'Canarymember', lastName: 'Canarylast', email: 'canary.member@example.org' };
const COUPON = 'CANARYCOUPON';
const CARDS = {
  stripe: '4242 4242 4242 4242',
  stripeDeclined: '4000 0000 0000 0002',
  square: '4111 1111 1111 1111',
  squareDeclined: '4000 0000 0000 9995',
};
export const KEYS_OF_PEOPLE: readonly string[] = [
  PERSON.phone,
  ...Object.values(CARDS).flatMap((card) => [card, card.replaceAll(' ', '')]),
];

export interface Cast {
  readonly site: Site;
  readonly buyer: Visitor;
  readonly staff: Visitor;
  stranger(): Visitor;
  /** Everything that grants access: order keys, ticket codes, provider sessions, sign-in states. */
  readonly keys: Set<string>;
}

export interface Orders {
  readonly stripe: string;
  readonly square: string;
  readonly openSquare: string;
}

/** Each flow from end to end, with a canary in every field. */
export async function walkEveryFlow(cast: Cast): Promise<Orders> {
  const { staff, stranger } = cast;
  await signInBadly(stranger);
  await staff.post('/api/admin/coupons', { ...COUPON_FORM, code: COUPON });
  const signup = { ...pick(PERSON, 'firstName', 'lastName', 'email', 'organization'), source: 'hero' };
  for (let times = 0; times < 2; times += 1) await stranger().post('/api/newsletter/signup', signup);
  await stranger().post('/api/coupons/validate', { code: COUPON, eventType: 'trainer', attendeeCount: 1 });
  const team = teamOfTen({ ...PERSON, ...DISCOUNTED, teamMembers: [member(PERSON), member(MEMBER)] });
  const stripe = await buyAtStripe(cast, team);
  const square = await buyAtSquare(cast, true);
  const openSquare = await buyAtSquare(cast, false);
  await start(cast, checkout(PERSON));
  await nameOneMore(cast, stripe);
  await workAtTheDesk(cast, stripe);
  return { stripe, square, openSquare };
}

const DISCOUNTED = { couponCode: COUPON, originalAmount: 200, discountAmount: 20, finalAmount: 180 };
const COUPON_FORM = {
  description: 'Canarydescription',
  discountType: 'percentage',
  discountValue: 10,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: null,
  eventTypes: ['conference'],
  validUntil: null,
};

/** With an invalid code, twice, and without permission. */
async function signInBadly(stranger: () => Visitor): Promise<void> {
  const one = stranger();
  const state = new URL((await one.get('/api/login')).headers.get('location')!).searchParams.get('state');
  for (let times = 0; times < 2; times += 1)
    await one.get(`/api/callback?code=Canarycode&state=${state}&error_description=Canaryerror`);
  const refused = stranger();
  await refused.signIn('sam.rivers@example.org');
  await refused.get('/api/admin/orders?search=Canaryfirst');
}

async function start({ buyer, keys }: Cast, order: unknown): Promise<{ url: string; transactionId: string }> {
  const response = await buyer.post('/api/create-checkout-session', order);
  if (response.status !== 200)
    throw new Error(`the checkout was refused: ${response.status} ${await response.text()}`);
  const started = (await response.json()) as { url: string; transactionId: string };
  keys.add(started.transactionId);
  const session = /cs_test_\w+/.exec(started.url);
  if (session) keys.add(session[0]);
  return started;
}

export async function buyAtStripe(cast: Cast, order: unknown): Promise<string> {
  const { url, transactionId } = await start(cast, order);
  await cast.site.pay(url, CARDS.stripeDeclined);
  await cast.site.pay(url, CARDS.stripe);
  await visitOrder(cast, transactionId);
  return transactionId;
}

async function buyAtSquare(cast: Cast, isPaid: boolean): Promise<string> {
  const { transactionId } = await start(cast, { ...checkout(PERSON), provider: 'square' });
  if (!isPaid) return transactionId;
  for (const cardNumber of [CARDS.squareDeclined, CARDS.square]) {
    const sourceId = await tokenizeCard(cast.site.sandbox.url, { cardNumber });
    cast.keys.add(sourceId);
    await cast.buyer.post('/api/square/process-payment', {
      sourceId,
      orderId: transactionId,
      amount: 2_000,
      billingData: {
        ...billingData,
        ...pick(PERSON, 'firstName', 'lastName', 'email'),
        locality: 'Canarycity',
      },
    });
  }
  await visitOrder(cast, transactionId);
  return transactionId;
}

async function visitOrder({ buyer, keys }: Cast, transactionId: string): Promise<void> {
  await buyer.get(`/checkout-success?id=${transactionId}`);
  const response = await buyer.get(`/api/registrations/${transactionId}`);
  const { registrations } = (await response.json()) as { registrations: { qrCodeData: string | null }[] };
  for (const { qrCodeData } of registrations) keys.add(qrCodeData!);
  await buyer.get(`/confirmation/${transactionId}`);
}

async function nameOneMore({ buyer, stranger }: Cast, key: string): Promise<void> {
  const person = { ...member(MEMBER), firstName: 'Canarylate' };
  await buyer.post(`/api/order/${key}/attendees`, person);
  await buyer.post(`/api/order/${key}/attendees`, { ...person, email: 'canary at nowhere' });
  await stranger().post(`/api/order/${key.toLowerCase().replace(/.$/, '0')}/attendees`, person);
}

async function workAtTheDesk({ staff, site, keys }: Cast, key: string): Promise<void> {
  const { rows } = await site.pool.query<{ id: number; token: string; order: number }>(
    `SELECT r.id, q.qr_code_data AS token, r.order_id AS order FROM registrations r
       JOIN qr_codes q ON q.registration_id = r.id JOIN orders o ON o.id = r.order_id
       WHERE o.transaction_id = $1 ORDER BY r.id DESC`,
    [key],
  );
  const { id, token, order } = rows[0]!;
  for (const row of rows) keys.add(row.token);
  await staff.post('/api/admin/validate-qr', { qrToken: token });
  for (let times = 0; times < 2; times += 1)
    await staff.post('/api/admin/check-in', { qrToken: token, method: 'qr_scan', notes: 'Canarynote' });
  await staff.post(`/api/admin/check-in/${id}/undo`, {});
  for (let times = 0; times < 4; times += 1) await staff.post(`/api/admin/orders/${order}/resend-email`, {});
  for (const path of ['orders', 'registrations', 'newsletter/signups'])
    await staff.get(`/api/admin/${path}?search=${encodeURIComponent(PERSON.email)}`);
  await staff.get('/api/admin/export/registrations?search=Canary');
  const refund = { refundId: randomUUID(), amount: 1_000, registrationIds: [id], note: 'Canaryrefund' };
  await staff.post(`/api/admin/orders/${order}/refund`, refund);
  await staff.post(`/api/admin/orders/${order}/refund`, {
    ...refund,
    amount: 99_999_999,
    refundId: randomUUID(),
  });
}

/** Each call with a canary in each field and position. Nearly all refuse it or find nothing. */
export async function provoke(who: Visitor): Promise<void> {
  const samples = new Map<string, unknown>(routesWithBody);
  for (const [name, route] of allRoutes) {
    // Stripe's objects are requested there by name.
    const place = route.path.includes('stripe') ? '1' : 'Canarypath';
    const path = `${pathOf(route, place)}?search=Canarysearch&page=Canarypage`;
    if (route.method !== 'POST') await who.request(path, { method: route.method });
    else await who.post(path, withCanaries(samples.get(name) ?? {}));
  }
  for (const type of ['application/json', 'text/plain']) {
    const headers = { 'content-type': type };
    await who.request('/api/coupons/validate', { method: 'POST', headers, body: '{"code": "Canarybroken' });
  }
}

/** Every string in the sample, at any depth. */
function withCanaries(sample: unknown): unknown {
  if (typeof sample === 'string') return /^[\w.]+@[\w.]+$/.test(sample) ? PERSON.email : sample;
  if (typeof sample !== 'object' || sample === null) return sample;
  if (Array.isArray(sample)) return sample.map(withCanaries);
  const entries = Object.entries(sample).map(([key, value]) => [
    key,
    Object.hasOwn(PERSON, key) ? PERSON[key as keyof typeof PERSON] : withCanaries(value),
  ]);
  return { ...Object.fromEntries(entries), canary: 'Canaryunknown' };
}

function member({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) {
  return { firstName, lastName, email, track: 'caregivers', dietaryRestrictions: 'Canarynuts' };
}

function pick<T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
