import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { CODE_BYTES, parseQrToken, qrTokenFrom, transactionIdFrom } from '#domain/codes.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { limitKeyGuesses } from '#server/http/limits.ts';
import { loadSession, type Session } from '#server/http/sessions.ts';
import { teamOfTen } from '../../factories.ts';
import { SAMPLES } from '../../intruder.ts';
import type { Visitor } from '../../visitor.ts';
import { type Check, inParallel, type Outcome, type Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { untilWindowIsFresh } from './limits.ts';
import { type Bought, buy, outcomeOf, withSite } from './with-site.ts';

const GUESSES = 100_000;
const SAMPLED = 10_000;
const BITS = 128;
const TRIES = 20;

const countingGuesses: readonly Guard[] = [
  replace<typeof limitKeyGuesses>('server/http/limits.ts', 'limitKeyGuesses', () => async () => undefined),
];

/** S4: guessing keys of orders, tickets and sessions. */
export const enumeration: Check = {
  id: 'S4',
  title: `${GUESSES} guesses at orders and tickets; ${SAMPLED} samples of each key; guesses from one address`,
  goal: `no hit, ≥ ${BITS} bits and no sample twice, the limit at guess ${TRIES} in a minute, no limit for real links`,
  seconds: 120,
  run: (torture) => withSite(torture, { processes: 2 }, (site) => enumerate(site, torture)),
  control: (torture) =>
    withSite(torture, { processes: 1, without: countingGuesses }, (site) => enumerate(site, torture)),
};

async function enumerate(site: Site, torture: Torture): Promise<Outcome> {
  const bought = await buy(site, '198.18.0.1', teamOfTen());
  const faults = [
    ...(await guessFromOneAddress(site)),
    ...(await openRealLinks(site, bought)),
    ...(await sampleKeys(site, torture)),
  ];
  const guessed = await guessAtTables(site, bought, torture);
  const asked = await guessAsStaff(site, torture.count(2_000));
  return outcomeOf(`${guessed.count + asked.count} guesses`, [...faults, ...guessed.faults, ...asked.faults]);
}

const ATTENDEE = { firstName: 'Eve', lastName: 'Sample', email: 'eve@example.org', track: 'caregivers' };

/** Every route where anyone may send an order's key. */
const PLACES: readonly ((who: Visitor, key: string) => Promise<Response>)[] = [
  (who, key) => who.get(`/api/registrations/${key}`),
  (who, key) => who.get(`/api/order/${key}/confirmation`),
  (who, key) => who.get(`/api/orders/transaction/${key}`),
  (who, key) => who.post(`/api/order/${key}/attendees`, ATTENDEE),
  (who, key) =>
    who.post('/api/square/process-payment', { ...(SAMPLES.processSquarePayment as object), orderId: key }),
];
const aKey = () => transactionIdFrom(randomBytes(CODE_BYTES));
const aCode = () => qrTokenFrom(randomBytes(CODE_BYTES));

/** Order keys, then ticket codes in their place, one after another; then many at once over both processes. */
async function guessFromOneAddress(site: Site): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, address, madeUp, width] of [
    ['orders', '198.18.1.1', aKey, 1],
    ['ticket codes', '198.18.1.2', aCode, 1],
    ['orders at once', '198.18.1.3', aKey, 30],
  ] as const) {
    await untilWindowIsFresh(60);
    const tries = Array.from({ length: TRIES + 15 }, (_, n) => n);
    const who = site.visitor(address);
    const statuses = await inParallel(
      tries,
      width,
      async (n) => (await PLACES[n % PLACES.length]!(who, madeUp())).status,
    );
    const [missed, refused] = [404, 429].map((wanted) => statuses.filter((one) => one === wanted).length);
    const inOrder = width > 1 || statuses.indexOf(429) === TRIES;
    if (missed !== TRIES || refused !== 15 || !inOrder) {
      faults.push(
        `${what}: ${missed} let through, ${refused} refused of ${tries.length}, first at ${statuses.indexOf(429)}`,
      );
    }
  }
  // The door's own calls look nothing up for non-staff.
  const stranger = site.visitor('198.18.1.4');
  for (let n = 0; n < TRIES; n += 1) {
    const told = [
      await stranger.post('/api/admin/validate-qr', { qrToken: aCode() }),
      await stranger.post('/api/admin/check-in', { qrToken: aCode(), method: 'qr_scan' }),
    ].map(({ status }) => status);
    if (told.some((status) => status !== 401))
      faults.push(`the door says ${told.join(' and ')} to strangers`);
  }
  return faults;
}

/** Visitors at a venue share an address. */
async function openRealLinks(site: Site, { transactionId }: Bought): Promise<string[]> {
  const guests = Array.from({ length: 150 }, (_, n) => n);
  const statuses = await inParallel(guests, 15, async (n) => {
    return (await PLACES[n % 3]!(site.visitor('198.18.2.1'), transactionId)).status;
  });
  const kept = statuses.filter((status) => status !== 200);
  return kept.length > 0 ? [`${kept.length} of ${guests.length} guests were told ${kept[0]}`] : [];
}

/** Samples of the product's own generators, and the source of their bytes. */
async function sampleKeys(site: Site, { count }: Torture): Promise<string[]> {
  const main = await readFile(new URL('../../../src/server/main.ts', import.meta.url), 'utf8');
  const isSecure =
    main.includes("import { randomBytes } from 'node:crypto'") && /^ +randomBytes,$/m.test(main);
  return [
    ...(isSecure ? [] : ['the site is not started with the randomness of node:crypto']),
    ...weaknessOf('keys of orders', Array.from({ length: SAMPLED }, aKey)),
    ...weaknessOf('ticket codes', Array.from({ length: SAMPLED }, aCode)),
    ...weaknessOf('sessions', await sampleSessions(site, Math.max(500, count(SAMPLED)))),
  ];
}

/** Cookies of new sessions, as the site's middleware sets them. */
async function sampleSessions(site: Site, count: number): Promise<string[]> {
  const database = await openDatabase(site.databaseUrl, () => {});
  const app = new Hono<{ Variables: { session: Session } }>();
  const protocolNow = () => new Date();
  const settings = { publicUrl: site.url };
  const log = { warn: () => {} } as unknown as Parameters<typeof loadSession>[0]['log'];
  app.use(loadSession({ db: database.db, log, protocolNow, randomBytes, settings }));
  app.get('/', async (c) => {
    await c.get('session').renew((stored) => stored);
    return c.text('');
  });
  try {
    return await inParallel(Array.from({ length: count }), 8, async () => {
      const [cookie] = (await app.request('/')).headers.getSetCookie();
      return /^session=([^;]+)/.exec(cookie!)![1]!;
    });
  } finally {
    await database.close();
  }
}

/** Fails on a repeated sample, or on fewer varying positions than there must be random bits. */
function weaknessOf(what: string, samples: readonly string[]): string[] {
  const faults: string[] = [];
  if (new Set(samples).size < samples.length) faults.push(`${what}: one came twice`);
  const letters = [...new Set(samples.join(''))].toSorted();
  const bits = Math.ceil(Math.log2(letters.length));
  const ones = Array.from({ length: samples[0]!.length * bits }, () => 0);
  for (const sample of samples) {
    [...sample].forEach((letter, place) => {
      const value = letters.indexOf(letter);
      for (let bit = 0; bit < bits; bit += 1) ones[place * bits + bit]! += (value >> bit) & 1;
    });
  }
  const even = ones.filter((one) => Math.abs(one / samples.length - 0.5) < 0.15).length;
  if (even < BITS) faults.push(`${what}: ${even} random bits`);
  return faults;
}

/** Queries the looked-up columns directly: invented keys, and each real key with one letter changed. */
async function guessAtTables(site: Site, bought: Bought, { count }: Torture) {
  const tables = [
    { column: 'orders.transaction_id', real: [bought.transactionId], madeUp: aKey },
    {
      column: 'qr_codes.qr_code_data',
      real: bought.tokens.filter((token) => parseQrToken(String(token)) === token),
      madeUp: aCode,
    },
  ];
  const faults: string[] = [];
  let guessed = 0;
  for (const { column, real, madeUp } of tables) {
    const [table, name] = column.split('.');
    const hits = async (keys: readonly string[]) => {
      const query = `SELECT count(*)::int AS count FROM ${table} WHERE ${name} = ANY($1)`;
      return (await site.pool.query<{ count: number }>(query, [keys])).rows[0]!.count;
    };
    if (real.length === 0 || (await hits(real)) !== real.length)
      faults.push(`${column}: not even the real one`);
    const near = real.flatMap(neighborsOf);
    const far = Array.from({ length: Math.max(0, count(GUESSES / 2) - near.length) }, madeUp);
    const keys = [...near, ...far];
    for (let from = 0; from < keys.length; from += 1_000) {
      const found = await hits(keys.slice(from, from + 1_000));
      if (found > 0) faults.push(`${column}: ${found} hits`);
    }
    guessed += keys.length;
  }
  return { faults, count: guessed };
}

function neighborsOf(key: string): string[] {
  return [...key].flatMap((old, at) =>
    [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
      .filter((letter) => letter !== old)
      .map((letter) => key.slice(0, at) + letter + key.slice(at + 1)),
  );
}

/** The whole way through the site, as a visitor whom no limit stops. */
async function guessAsStaff(site: Site, count: number) {
  const staff = await site.staff();
  const statuses = await inParallel(Array.from({ length: count }), 8, async (_, n) => {
    if (n % 2 === 0) return (await staff.get(`/api/registrations/${aKey()}`)).status;
    const scanned = await staff.post('/api/admin/validate-qr', { qrToken: aCode() });
    return (await scanned.text()).includes('"reason":"unknown"') ? 404 : scanned.status;
  });
  const hits = statuses.filter((status) => status !== 404).length;
  return { faults: hits > 0 ? [`${hits} hits as staff`] : [], count };
}
