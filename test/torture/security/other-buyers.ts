import { randomBytes } from 'node:crypto';
import { transactionIdFrom } from '#domain/codes.ts';
import { teamOfTen } from '../../factories.ts';
import type { Visitor } from '../../visitor.ts';
import type { Check, Outcome } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { buy, changedTables, digest, outcomeOf, settledDigest, withSite } from './with-site.ts';

const ownership: readonly Guard[] = [replace('server/orders/find-order.ts', 'isTheirs', () => () => true)];

/** S3: other people's orders, by guessable numbers. */
export const otherBuyers: Check = {
  id: 'S3',
  title: "every public URL of an order with somebody else's number, neighboring numbers and made-up keys",
  goal: "nothing read or written, the same response as for an order that doesn't exist",
  seconds: 180,
  run: (torture) => withSite(torture, { processes: 2 }, reach),
  control: (torture) => withSite(torture, { processes: 1, without: ownership }, reach),
};

const ADDRESSES = [
  '/api/registrations/',
  '/api/order/KEY/confirmation',
  '/api/order/KEY/receipt',
  '/api/order/KEY/tickets',
  '/api/order/KEY/calendar',
  '/api/orders/transaction/',
];
const ATTENDEE = { firstName: 'Eve', lastName: 'Sample', email: 'eve@example.org', track: 'caregivers' };

async function reach(site: Site): Promise<Outcome> {
  const victim = await buy(site, '198.18.0.1', teamOfTen());
  const other = await buy(site, '198.18.0.2');
  const { rows } = await site.pool.query<{ id: number }>('SELECT id FROM registrations');
  const keys = [
    ...[-1, 0, 1].map((step) => String(victim.orderId + step)).filter((key) => key !== String(other.orderId)),
    `0${victim.orderId}`,
    `DSS${String(victim.orderId).padStart(6, '0')}`,
    `dss${String(victim.orderId).padStart(6, '0')}`,
    ...rows.map(({ id }) => String(id)).filter((key) => key !== String(other.orderId)),
    ...victim.tokens.filter((token) => token !== null),
    ...victim.tokens.filter((token) => token !== null).map((token) => token.slice(1)),
    victim.transactionId.slice(0, 27),
    victim.transactionId.replace(/.$/, (last) => (last === '0' ? 'G' : '0')),
    `${victim.transactionId}0`,
    'jane@example.org',
  ];
  const faults: string[] = [];
  const before = await settledDigest(site);
  for (const session of [other.buyer.cookie('session'), undefined]) {
    const visitor = visitorsFrom(site, session);
    for (const key of keys) faults.push(...(await ask(visitor, key)));
  }
  faults.push(...changedTables(before, await digest(site)).map((table) => `${table} was written`));
  return outcomeOf(`${keys.length * 2 * (ADDRESSES.length + 3)} requests`, faults);
}

/** The same visitor from a new address each time, so that the guess limit hides nothing. */
function visitorsFrom(site: Site, session: string | undefined): () => Visitor {
  let asked = 0;
  return () => {
    asked += 1;
    const visitor = site.visitor(`198.19.${asked >> 8}.${asked & 255}`);
    if (session) visitor.setCookie('session', session);
    return visitor;
  };
}

/** Faults: responses that differ from the one for an unknown key. */
async function ask(visitor: () => Visitor, key: string): Promise<string[]> {
  const nobody = transactionIdFrom(randomBytes(17));
  const faults: string[] = [];
  for (const address of ADDRESSES) {
    const at = (one: string) => (address.includes('KEY') ? address.replace('KEY', one) : `${address}${one}`);
    const [told, unknown] = [await plain(visitor().get(at(key))), await plain(visitor().get(at(nobody)))];
    if (told !== unknown) faults.push(`${at(key)}: ${told}`);
  }
  for (const [address, body] of [
    ['/api/order/KEY/attendees', ATTENDEE],
    ['/api/order/KEY/attendees/1/track', { track: 'caregivers' }],
    ['/api/registrations/KEY/welcome', {}],
  ] as const) {
    const send = (one: string) => plain(visitor().post(address.replace('KEY', one), body));
    const told = await send(key);
    if (told !== (await send(nobody))) faults.push(`${address} of ${key}: ${told}`);
  }
  return faults;
}

async function plain(asked: Promise<Response>): Promise<string> {
  const response = await asked;
  return `${response.status} ${(await response.text()).replace(/"requestId":"[^"]*"/, '')}`.slice(0, 300);
}
