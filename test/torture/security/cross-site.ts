import type { isOwn } from '#server/http/origin-check.ts';
import { allRoutes, pathOf, routesWithBody } from '../../intruder.ts';
import type { Check, Outcome } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { buy, changedTables, digest, intruderAt, outcomeOf, settledDigest, withSite } from './with-site.ts';

const originCheck: readonly Guard[] = [
  replace<typeof isOwn>('server/http/origin-check.ts', 'isOwn', () => () => true),
];

/** S9: requests that another site makes staff's browsers send. */
export const crossSite: Check = {
  id: 'S9',
  title: 'every route called by another site with a staff cookie, as a form or text; every GET',
  goal: 'nothing written, nothing granted to another origin',
  seconds: 180,
  run: (torture) => withSite(torture, { processes: 2 }, lure),
  control: (torture) => withSite(torture, { processes: 1, without: originCheck }, lure),
};

const JSON_TYPE = { 'content-type': 'application/json' };
const FOREIGN: readonly Record<string, string>[] = [
  { ...JSON_TYPE, origin: 'https://evil.example' },
  { ...JSON_TYPE, origin: 'null' },
  { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' },
  { ...JSON_TYPE, origin: 'http://127.0.0.1:1' },
  { 'content-type': 'text/plain', origin: 'https://evil.example' },
  { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
  { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' },
];

async function lure(site: Site): Promise<Outcome> {
  const { orderId } = await buy(site, '198.18.0.1');
  const intruder = await intruderAt(site);
  const samples = new Map<string, unknown>(routesWithBody);
  const faults: string[] = [];
  let sent = 0;
  const before = await settledDigest(site);
  for (const [name, route] of allRoutes) {
    const path = pathOf(route, String(orderId));
    const tries = route.method === 'GET' ? [{}, { origin: 'https://evil.example' }] : FOREIGN;
    for (const headers of tries) {
      const body = route.method === 'POST' ? JSON.stringify(samples.get(name) ?? {}) : undefined;
      const response = await intruder.send(path, { method: route.method, headers, ...(body && { body }) });
      sent += 1;
      const granted = Object.keys(response.headers).some((one) => one.startsWith('access-control-'));
      if (granted) faults.push(`${path} grants another origin`);
      if (route.method !== 'GET' && response.status !== 403) faults.push(`${path}: ${response.status}`);
    }
  }
  for (const headers of FOREIGN) {
    const { status } = await intruder.send('/api/logout', { method: 'POST', headers, body: '{}' });
    sent += 1;
    if (status !== 403) faults.push(`signing out: ${status}`);
  }
  faults.push(...changedTables(before, await digest(site)).map((table) => `${table} was written`));
  return outcomeOf(`${sent} requests`, faults);
}
