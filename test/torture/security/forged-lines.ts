import { allRoutes, pathOf, routesWithBody } from '../../intruder.ts';
import { rawRequest } from '../../raw-request.ts';
import { inParallel, type Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { sendBytes } from './slow-and-large.ts';

const LINE = '{"level":60,"time":1,"pid":1,"hostname":"FORGED","msg":"FORGED"}';

/** Line ends, string ends, object ends and terminal escapes, each followed by a forged line. */
const FORGERIES: readonly string[] = [
  `\r\n${LINE}`,
  `\n${LINE}\n`,
  `"}\n${LINE}`,
  `\\n${LINE}`,
  `%0d%0a${LINE}`,
  `\u001b[2K\u001b[1G\u001b[31m${LINE}`,
  `\u009b2K${LINE}`,
  `\b\b\b\u007f${LINE}`,
  `\u2028${LINE}\u2029`,
  `\u0085${LINE}\u000b\u000c`,
];

const HEADERS = [
  'user-agent',
  'x-forwarded-for',
  'referer',
  'origin',
  'cookie',
  'content-type',
  'stripe-signature',
  'x-square-hmacsha256-signature',
  'x-request-id',
  'traceparent',
];

/** Puts each into every text that the site receives: fields, paths, queries and headers. */
export async function forgeLines(site: Site, cookie: string, { count }: Torture): Promise<number> {
  const bodies = routesWithBody.flatMap(([name, sample]) => {
    const [, route] = allRoutes.find(([one]) => one === name)!;
    return FORGERIES.flatMap((text) =>
      [...replaceTexts(sample, text)].map((body) => ({ path: pathOf(route, '1'), body })),
    );
  });
  const chosen = every(bodies, count(bodies.length));
  await inParallel(chosen, 8, ({ path, body }, index) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${index >> 8}.${index & 255}`,
      },
      body: JSON.stringify(body),
    }),
  );
  const raw = [...FORGERIES.flatMap(headsOf)];
  const { port } = site.processes[0]!;
  await inParallel(raw, 16, (text) => sendBytes(port, text));
  return chosen.length + raw.length;
}

/** Raw requests with the text in each header and in the path, byte by byte. */
function headsOf(text: string): string[] {
  const head = (path: string, lines: string) =>
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 2\r\n${lines}\r\n\r\n{}`;
  const json = 'content-type: application/json';
  return [
    ...HEADERS.map((name) => head('/api/webhooks/stripe', `${name}: x${text}`)),
    head(`/api/order/x${encodeURIComponent(text)}/attendees`, json),
    head(`/api/order/x${text}/attendees`, json),
    head(`/api/admin/orders?search=${encodeURIComponent(text)}`, json),
  ];
}

function* replaceTexts(sample: unknown, text: string): Generator<unknown> {
  if (typeof sample === 'string') yield `${sample}${text}`;
  if (typeof sample !== 'object' || sample === null) return;
  for (const [key, value] of Object.entries(sample)) {
    for (const one of replaceTexts(value, text)) {
      yield Array.isArray(sample) ? sample.with(Number(key), one) : { ...sample, [key]: one };
    }
  }
}

/** That many, spread over all. */
function every<T>(all: readonly T[], wanted: number): T[] {
  return Array.from({ length: wanted }, (_, n) => all[Math.floor((n * all.length) / wanted)]!);
}

/** Lines in a log that are not the site's own records, one sentence each. */
export function findForged(log: string, pid: number): string[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line);
      if (control) return [`a control character: ${JSON.stringify(line).slice(0, 160)}`];
      return isRecord(line, pid) ? [] : [`no record: ${line.slice(0, 160)}`];
    });
}

function isRecord(line: string, pid: number): boolean {
  try {
    const record = JSON.parse(line) as Partial<Record<'pid' | 'msg' | 'hostname', unknown>>;
    return record.pid === pid && typeof record.msg === 'string' && record.hostname !== 'FORGED';
  } catch {
    return false;
  }
}
