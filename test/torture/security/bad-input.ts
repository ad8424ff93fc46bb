import { BAD_SEGMENTS, BAD_VALUES, spoil } from '../../bad-values.ts';
import { allRoutes, faultOf, type Intruder, pathOf, routesWithBody } from '../../intruder.ts';
import { type Check, inParallel, type Outcome, type Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { intruderAt, outcomeOf, withSite } from './with-site.ts';

const CASES = 200;
const SLOW_MS = 2_000;

/** S1: input that no page sends, at every route. */
export const badInput: Check = {
  id: 'S1',
  title: `${CASES} bad requests to each route, two fields at a time, with odd paths and queries`,
  goal: `no 5xx, no internals shown, every response within ${SLOW_MS} ms`,
  seconds: 600,
  run: (torture) => withSite(torture, { processes: 2 }, (site) => fuzz(site, torture)),
};

async function fuzz(site: Site, torture: Torture): Promise<Outcome> {
  const intruder = await intruderAt(site);
  const samples = new Map<string, unknown>(routesWithBody);
  const count = torture.count(CASES);
  const faults: string[] = [];
  for (const [name, route] of allRoutes) {
    const broken = samples.has(name) ? [...spoil(samples.get(name))].map((one) => one.value) : [];
    const cases = Array.from({ length: count }, () => {
      const path = `${pathOf(route, pick(['1', ...BAD_SEGMENTS], torture))}?${pick(['page', 'search', 'paid', '__proto__'], torture)}=${pick(BAD_SEGMENTS, torture)}`;
      return { path, body: broken.length > 0 ? twice(broken, torture) : undefined };
    });
    await inParallel(cases, 8, async ({ path, body }) => {
      faults.push(...(await tryOnce(intruder, `${name} ${path}`, route.method, path, body)));
    });
  }
  return outcomeOf(`${allRoutes.length} routes × ${count}`, faults);
}

/** A bad sample with a second bad field. */
function twice(broken: readonly unknown[], torture: Torture): unknown {
  const first = pick(broken, torture);
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return first;
  const keys = Object.keys(first);
  return keys.length === 0 ? first : { ...first, [pick(keys, torture)]: pick(BAD_VALUES, torture) };
}

async function tryOnce(
  intruder: Intruder,
  name: string,
  method: string,
  path: string,
  body: unknown,
): Promise<string[]> {
  const startedAt = performance.now();
  const response =
    method === 'POST' ? await intruder.sendJson(path, body ?? {}) : await intruder.send(path, { method });
  const ms = performance.now() - startedAt;
  return [...faultOf(name, response), ...(ms > SLOW_MS ? [`${name}: ${ms.toFixed(0)} ms`] : [])];
}

function pick<T>(from: readonly T[], { random }: Torture): T {
  return from[Math.floor(random() * from.length)]!;
}
