import { once } from 'node:events';
import { content } from '#content/content.ts';
import type { Route } from '#contract/route.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { checkout, teamOfTen } from '../../factories.ts';
import {
  allRoutes,
  type Intruder,
  pathOf,
  type RouteName,
  routesWithBody,
  type WithBody,
} from '../../intruder.ts';
import type { RawResponse } from '../../raw-request.ts';
import type { Check, Outcome, Torture } from '../check.ts';
import { openSite, type Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { type Bought, buy, intruderAt, outcomeOf, settledDigest, withSite } from './with-site.ts';

/** Extra members that no route asked for. As text, because only parsed JSON can have `__proto__` as its own member. */
const EXTRA = JSON.parse(`{
  "price": 1, "amount": 1, "total": 1, "totalAmount": "1.00", "discount": 100, "paid": true,
  "role": "admin", "status": "completed", "paymentStatus": "completed", "permission": "admin", "isAdmin": true,
  "id": 471147, "orderId": 471147, "transactionId": "S18-MARK", "createdAt": "2001-01-01T00:00:00.000Z",
  "updatedAt": "2001-01-01T00:00:00.000Z", "voidedAt": "2001-01-01T00:00:00.000Z", "usedCount": 471147,
  "isOrganizer": true, "checkedInBy": "S18-MARK",
  "__proto__": { "isAdmin": true, "role": "admin", "polluted": "S18-MARK" },
  "constructor": { "prototype": { "isAdmin": true, "polluted": "S18-MARK" } },
  "prototype": { "isAdmin": true, "polluted": "S18-MARK" }
}`) as Record<string, unknown>;

/** Routes that pass unknown members on. */
const askedAlone: readonly Guard[] = [
  replace(
    'server/http/bind.ts',
    'parse',
    (parse) => (schema, input) => Object.assign({}, input, parse(schema, input)),
  ),
];

/** S18: the same requests at two sites; one gets extra members. */
export const massAssignment: Check = {
  id: 'S18',
  title: `each route with a body, with ${Object.keys(EXTRA).length} extra members in each of its objects`,
  goal: 'no effect: responses, database and provider as without them, no prototype changed',
  seconds: 90,
  run: (torture) => compareSites(torture, []),
  control: (torture) => compareSites(torture, askedAlone),
};

/** With fewer effective samples, the check proves little. */
const ACCEPTED = 20;

function compareSites(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  // A webhook that overtakes the buyer would be a different history.
  const options = { processes: 1, webhooks: false, environment: { LOG_LEVEL: 'error' } };
  return withSite(torture, options, async (plain) => {
    await using spiked = await openSite(torture.cluster, { ...options, without });
    await spiked.pool.query('UPDATE event_capacity SET max_capacity = 1000000');
    return await assign(plain, spiked);
  });
}

async function assign(plain: Site, spiked: Site): Promise<Outcome> {
  const [stage, spikedStage] = await Promise.all([prepare(plain), prepare(spiked)]);
  const faults: string[] = [];
  const refused: string[] = [];
  for (const [name, sample] of routesWithBody) {
    const told = await ask(stage, name, sample, (_route, body) => body);
    const toldMore = await ask(spikedStage, name, sample, spike);
    if (told.status >= 300) refused.push(`${name} ${told.status}`);
    faults.push(...differences(name, shown(told), shown(toldMore)));
  }
  const accepted = routesWithBody.length - refused.length;
  if (accepted < ACCEPTED) faults.push(`only ${accepted} samples are accepted, not ${refused.join(', ')}`);
  await Promise.all([settledDigest(plain), settledDigest(spiked)]);
  for (const [name, route] of allRoutes.filter(([, { method }]) => method === 'GET')) {
    const [one, other] = [await read(stage, route), await read(spikedStage, route)];
    faults.push(...differences(`${name} later`, shown(one), shown(other)));
  }
  const [rows, spikedRows] = [await readTables(plain), await readTables(spiked)];
  for (const [table, text] of Object.entries(rows)) {
    faults.push(...differences(`table ${table}`, text, spikedRows[table]!));
  }
  const inherited = await inheritedMembers(spiked);
  if (inherited.length > 0) faults.push(`every object has ${inherited.join(', ')}`);
  return outcomeOf(
    `${routesWithBody.length} routes, ${accepted} of them with effect, ${Object.keys(rows).length} tables`,
    faults,
  );
}

interface Stage {
  readonly site: Site;
  readonly intruder: Intruder;
  readonly paid: Bought;
  /** The transaction id of an order waiting for its card. */
  readonly unpaid: string;
  readonly productId: string;
}

async function prepare(site: Site): Promise<Stage> {
  const intruder = await intruderAt(site);
  const paid = await buy(site, '198.18.0.1', teamOfTen());
  const started = await site.visitor('198.18.0.2').post('/api/create-checkout-session', {
    ...checkout({ email: 'card@example.org' }),
    provider: 'square',
  });
  const { transactionId: unpaid } = (await started.json()) as { transactionId: string };
  await seedCatalog(site.sandbox.url, 'sk_test_world', content.packages);
  const products = JSON.parse((await intruder.send('/api/admin/stripe-products')).text) as {
    id: string;
    name: string;
  }[];
  const [product] = products.toSorted((a, b) => a.name.localeCompare(b.name));
  await settledDigest(site);
  return { site, intruder, paid, unpaid, productId: product!.id };
}

/** What samples cannot know: existing codes, orders and versions. */
const KNOWN: Partial<Record<RouteName, (stage: Stage) => object | Promise<object>>> = {
  processSquarePayment: ({ unpaid }) => ({ orderId: unpaid }),
  validateQr: ({ paid }) => ({ qrToken: paid.tokens[0] }),
  saveEmailTemplate: async ({ intruder }) => ({
    seenUpdatedAt: JSON.parse((await intruder.send('/api/admin/email-templates/1')).text).updatedAt,
  }),
  saveSpeaker: async ({ intruder }) => ({ seenUpdatedAt: (await speakers(intruder))[0]!.updatedAt }),
  orderSpeakers: async ({ intruder }) => ({ ids: (await speakers(intruder)).map(({ id }) => id).reverse() }),
  correctAttendee: async ({ intruder }) => {
    const [first] = JSON.parse((await intruder.send('/api/admin/orders/1/attendees')).text) as object[];
    return { seen: first };
  },
};

async function speakers(intruder: Intruder): Promise<{ id: number; updatedAt: string }[]> {
  const { text } = await intruder.send('/api/admin/speakers');
  return (JSON.parse(text) as { id: number; updatedAt: string }[]).toSorted((a, b) => a.id - b.id);
}

async function ask(
  stage: Stage,
  name: WithBody,
  sample: unknown,
  change: (route: Route, body: unknown) => unknown,
): Promise<RawResponse> {
  const [, route] = allRoutes.find(([one]) => one === name)!;
  const known = await KNOWN[name]?.(stage);
  const body = typeof sample === 'object' && sample !== null ? { ...sample, ...known } : sample;
  return stage.intruder.sendJson(addressOf(stage, route), change(route, body));
}

async function read(stage: Stage, route: Route): Promise<RawResponse> {
  return stage.intruder.send(addressOf(stage, route));
}

function addressOf({ productId }: Stage, route: Route): string {
  return pathOf(route, route.path.includes('{productId}') ? productId : '1');
}

/** The body with every extra member in each object where the route does not ask for it. */
function spike(route: Route, body: unknown): unknown {
  return spikeAt(body, (changed) => {
    const parsed = route.body!.safeParse(changed);
    return parsed.success ? JSON.stringify(parsed.data) : null;
  });
}

/** @param outcome how the route parses the whole with this part changed; null if it refuses */
function spikeAt(part: unknown, outcome: (part: unknown) => string | null): unknown {
  if (Array.isArray(part)) {
    return part.map((one, at) => spikeAt(one, (changed) => outcome(part.with(at, changed))));
  }
  if (typeof part !== 'object' || part === null) return part;
  const read = outcome(part);
  const more = Object.entries(EXTRA).filter(
    ([name, value]) => !Object.hasOwn(part, name) && outcome(withMember(part, name, value)) === read,
  );
  const inside = Object.entries(part).map(([name, value]) => [
    name,
    spikeAt(value, (changed) => outcome(withMember(part, name, changed))),
  ]);
  return more.reduce((body, [name, value]) => withMember(body, name, value), Object.fromEntries(inside));
}

/** Also sets `__proto__` as an own member. */
function withMember(body: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(body).filter(([one]) => one !== name), [name, value]]);
}

function shown({ status, text }: RawResponse): string {
  return mask(`${status} ${text}`);
}

async function readTables({ pool }: Site): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('sessions', 'rate_limits')`,
  );
  const found: Record<string, string> = {};
  for (const { tablename } of rows) {
    const { rows: lines } = await pool.query<{ line: string }>(
      `SELECT to_jsonb(t)::text AS line FROM "${tablename}" t`,
    );
    found[tablename] = lines
      .map(({ line }) => mask(line))
      .toSorted()
      .join('\n');
  }
  return found;
}

/** What differs between any two sites: times, random ids, their QR codes, transaction numbers, and addresses. */
const MASKS: readonly [RegExp, string][] = [
  [/20[2-9]\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g, 'TIME'],
  [/(?<=DTSTAMP:)\d{8}T\d{6}Z/g, 'TIME'],
  // A ticket's code is drawn into it. All else that a PDF says is in the tables, which are compared.
  [/%PDF-[\s\S]*%%EOF/g, 'PDF'],
  [/"(browser_mark|browserMark)": ?"\w+"/g, 'BROWSER'],
  [/<svg.*?<\/svg>|data:image\/[^"\\]+/g, 'PICTURE'],
  [/"(id|couponId|provider_coupon_id)": ?"\w{8}"/g, 'COUPON'],
  [/"requestId":"[^"]*"/g, 'REQUEST'],
  // Its letters include the hyphen, so that it may look like two words.
  [/(?<=\/door#)[\w-]+/g, 'INVITATION'],
  [/(?<="changed": ?)"\d+"/g, 'TRANSACTION'],
  [/127\.0\.0\.1:\d+/g, 'HERE'],
  // Also after the `\n` of a JSON string, whose `n` is an adjacent letter.
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, 'UUID'],
  // Of a ticket's code, as door phones get it.
  [/"[\w-]{43}"/g, '"HASH"'],
  // A database of its own, and its latest transaction.
  [/(?<="cursor":")[0-9a-f]{8}:\d+/g, 'CURSOR'],
  // Before the codes: a long enough id would match one.
  [/\b(cs|pi|re|prod|price|cus|ch|evt|promo|txn|in)_\w+/g, 'ID'],
  [/\b\w{26,}\b|(?<=:)[0-9a-f]{16}(?=")/g, 'CODE'],
  [/\b1[6-9]\d{8}\b/g, 'SECONDS'],
];

function mask(text: string): string {
  return MASKS.reduce((masked, [pattern, word]) => masked.replace(pattern, word), text);
}

function differences(what: string, plain: string, spiked: string): string[] {
  if (plain === spiked) return [];
  const at = [...plain].findIndex((letter, index) => spiked[index] !== letter);
  const part = (text: string) => text.slice(Math.max(0, at - 60), (at === -1 ? plain.length : at) + 60);
  return [`${what}: ${part(plain)} became ${part(spiked)}`];
}

async function inheritedMembers({ processes }: Site): Promise<string[]> {
  const [{ child }] = processes as [Site['processes'][number]];
  const response = once(child, 'message');
  child.send({ inherited: true });
  const [{ inherited }] = (await response) as [{ inherited: string[] }];
  return inherited;
}
