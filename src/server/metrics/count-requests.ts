import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { HttpEnv } from '../http/http-env.ts';
import type { Family, Sample } from './exposition.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COUNT = 'summit_http_requests_total';
const TIME = 'summit_http_request_seconds';

interface RouteTimes {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<string, number>;
  readonly buckets: number[];
  seconds: number;
}

export interface RequestCounter {
  readonly middleware: MiddlewareHandler<HttpEnv>;
  families(): readonly Family[];
}

/** Counts by the route's pattern, never by the path asked for: there are as many of these as visitors like. */
export function countRequests(): RequestCounter {
  const routes = new Map<string, RouteTimes>();
  return {
    middleware: async (c, next) => {
      const startedAt = performance.now();
      await next();
      const labels = { method: c.req.method, route: routePath(c) };
      add(timesOf(routes, labels), c.res.status, (performance.now() - startedAt) / 1000);
    },
    families: () => {
      const all = [...routes.values()];
      return [
        {
          name: COUNT,
          type: 'counter',
          help: 'Answers by route and class of status.',
          samples: all.flatMap(countsOf),
        },
        {
          name: TIME,
          type: 'histogram',
          help: 'Time until the answer began.',
          samples: all.flatMap(bucketsOf),
        },
      ];
    },
  };
}

function timesOf(routes: Map<string, RouteTimes>, labels: RouteTimes['labels']): RouteTimes {
  const key = `${labels.method} ${labels.route}`;
  const known = routes.get(key);
  if (known) return known;
  const fresh: RouteTimes = {
    labels,
    byStatus: new Map(),
    buckets: Array.from({ length: BUCKETS.length + 1 }, () => 0),
    seconds: 0,
  };
  routes.set(key, fresh);
  return fresh;
}

function add(times: RouteTimes, status: number, seconds: number): void {
  const kind = `${Math.trunc(status / 100)}xx`;
  times.byStatus.set(kind, (times.byStatus.get(kind) ?? 0) + 1);
  const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
  times.buckets[bucket === -1 ? BUCKETS.length : bucket]! += 1;
  times.seconds += seconds;
}

function countsOf({ labels, byStatus }: RouteTimes): Sample[] {
  return [...byStatus].map(([status, value]) => ({ name: COUNT, labels: { ...labels, status }, value }));
}

function bucketsOf({ labels, buckets, seconds }: RouteTimes): Sample[] {
  let total = 0;
  const bounds = [...BUCKETS.map(String), '+Inf'];
  const upTo = bounds.map((le, index) => {
    total += buckets[index]!;
    return { name: `${TIME}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...upTo,
    { name: `${TIME}_sum`, labels, value: seconds },
    { name: `${TIME}_count`, labels, value: total },
  ];
}
