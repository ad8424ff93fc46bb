import type { takeLimit } from '#server/http/limits.ts';
import { checkout, teamOfTen } from '../../factories.ts';
import { SAMPLES } from '../../intruder.ts';
import { type Check, inParallel, type Outcome } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { buy, outcomeOf, withSite } from './with-site.ts';

const MAIL_TARGET = 'target@example.org';

const countingTries: readonly Guard[] = [
  replace<typeof takeLimit>('server/http/limits.ts', 'takeLimit', () => async () => true),
];

/** S15: rate limits per address and per mailbox. */
export const limits: Check = {
  id: 'S15',
  title: 'limits of coupons, checkout, sign-in, newsletter and repeated mails, with forged X-Forwarded-For',
  goal: 'each limit is exact across two processes, whatever the header says; ≤ 3 repeated mails an hour, 10 with a team of ten',
  seconds: 180,
  run: (torture) => withSite(torture, { processes: 2 }, exhaust),
  control: (torture) => withSite(torture, { processes: 1, without: countingTries }, exhaust),
};

interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** The `n`-th try; the headers contain an invented address and the real one. */
  attempt(site: Site, n: number): Promise<number>;
}

const MADE_UP = (n: number) => `198.51.100.${n % 250}, 10.${n % 250}.0.1`;
const post = (site: Site, path: string, body: unknown, from: string) =>
  site
    .visitor(from)
    .post(path, body)
    .then((response) => response.status);

const LIMITS: readonly Limit[] = [
  {
    name: 'coupons of an address',
    max: 20,
    windowSeconds: 60,
    attempt: (site, n) =>
      post(site, '/api/coupons/validate', SAMPLES.validateCoupon, `${MADE_UP(n)}, 203.0.113.1`),
  },
  {
    name: 'checkouts of an address',
    max: 60,
    windowSeconds: 60,
    attempt: (site, n) =>
      post(site, '/api/create-checkout-session', checkout({ amount: 1 }), `${MADE_UP(n)}, 203.0.113.2`),
  },
  {
    name: 'sign-ins of an address',
    max: 60,
    windowSeconds: 60,
    attempt: async (site, n) => (await site.visitor(`${MADE_UP(n)}, 203.0.113.3`).get('/api/login')).status,
  },
  {
    name: 'newsletter of an address',
    max: 60,
    windowSeconds: 60,
    attempt: (site, n) =>
      post(site, '/api/newsletter/signup', newsletter(`n${n}@example.org`), `${MADE_UP(n)}, 203.0.113.4`),
  },
  {
    name: 'newsletter of an email',
    max: 30,
    windowSeconds: 60,
    attempt: (site, n) =>
      post(site, '/api/newsletter/signup', newsletter(MAIL_TARGET), `203.0.114.${n % 250}`),
  },
  {
    name: 'coupons of a network of one IPv6 visitor',
    max: 20,
    windowSeconds: 60,
    attempt: (site, n) => post(site, '/api/coupons/validate', SAMPLES.validateCoupon, `2001:db8::${n + 1}`),
  },
];

async function exhaust(site: Site): Promise<Outcome> {
  const faults: string[] = [];
  for (const limit of LIMITS) {
    await untilWindowIsFresh(limit.windowSeconds);
    const tries = Array.from({ length: limit.max + 10 }, (_, n) => n);
    const statuses = await inParallel(tries, 8, (n) => limit.attempt(site, n));
    const refused = statuses.filter((one) => one === 429).length;
    const failed = statuses.filter((one) => one >= 500).length;
    if (refused !== 10 || failed > 0) {
      faults.push(`${limit.name}: ${tries.length - refused} of ${limit.max} let through, ${failed} failed`);
    }
  }
  faults.push(...(await bombMailbox(site)));
  return outcomeOf(`${LIMITS.length} limits, one mailbox`, faults);
}

/** Windows follow the wall clock, and one that ends during the test would rightly allow more. */
export async function untilWindowIsFresh(windowSeconds: number): Promise<void> {
  const left = windowSeconds * 1000 - (Date.now() % (windowSeconds * 1000));
  if (left < 25_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

/**
 * Strangers order and never pay, order with a coupon for the full amount, and name the address for each seat of a team
 * they paid for; the address buys for itself; then staff resend its confirmation ten times.
 */
async function bombMailbox(site: Site): Promise<string[]> {
  await untilWindowIsFresh(3_600);
  const order = (from: string, changes: Record<string, unknown>) =>
    post(site, '/api/create-checkout-session', checkout({ email: MAIL_TARGET, ...changes }), from);
  const counts: number[] = [];
  // One fewer than an address may have open, so that it can still buy.
  for (let n = 0; n < 4; n += 1) await order(`203.0.115.${n}`, {});
  counts.push(await mailsTo(site));
  const staff = await site.staff();
  await staff.post('/api/admin/coupons', FREE);
  for (let n = 0; n < 6; n += 1) await order(`203.0.118.${n}`, { couponCode: FREE.code, finalAmount: 0 });
  counts.push(await mailsTo(site));
  const { transactionId } = await buy(site, '203.0.116.2', teamOfTen());
  const person = {
    firstName: 'Tar',
    lastName: 'Get',
    email: MAIL_TARGET,
    track: 'caregivers',
    isSecondPerson: true,
  };
  await inParallel([1, 2, 3, 4, 5, 6, 7, 8, 9], 3, (n) =>
    post(site, `/api/order/${transactionId}/attendees`, person, `203.0.117.${n}`),
  );
  counts.push(await mailsTo(site));
  const { orderId } = await buy(site, '203.0.116.1', checkout({ email: MAIL_TARGET }));
  counts.push(await mailsTo(site));
  for (let n = 0; n < 10; n += 1) await staff.post(`/api/admin/orders/${orderId}/resend-email`, {});
  counts.push(await mailsTo(site));
  const isHeld = counts.join() === '0,3,10,11,14';
  const when = 'unpaid, free, in a team, once it has bought, once staff have pressed';
  return isHeld ? [] : [`mails ${when}: ${counts}`];
}

const FREE = {
  code: 'EVERYTHING',
  description: 'Everything',
  discountType: 'percentage',
  discountValue: 100,
  eventTypes: ['conference'],
};

async function mailsTo({ pool }: Site): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM mails m WHERE m::text LIKE $1',
    [`%${MAIL_TARGET}%`],
  );
  return rows[0]!.count;
}

function newsletter(email: string): unknown {
  return { ...(SAMPLES.signUpForNewsletter as object), email };
}
