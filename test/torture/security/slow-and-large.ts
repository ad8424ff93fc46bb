import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { percentile } from '../../bench/percentile.ts';
import { rawRequest } from '../../raw-request.ts';
import { openCaller } from '../caller.ts';
import type { Check, Outcome, Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { outcomeOf, withSite } from './with-site.ts';

const SOCKETS = 1_000;
const P95_MS = 1_000;
const GROWTH_MB = 100;
const CLOSED_SECONDS = 30;

/** S16: slow connections, and bodies larger than any page sends. */
export const slowAndLarge: Check = {
  id: 'S16',
  title: `${SOCKETS} slow connections, 10 MB, gzip bomb, 10,000 deep, huge headers, smuggling`,
  goal: `others' p95 < ${P95_MS} ms, memory + < ${GROWTH_MB} MB, all closed in ≤ ${CLOSED_SECONDS} s, none parsed as two requests`,
  seconds: 180,
  run: (torture) => withSite(torture, { processes: 2 }, (site) => press(site, torture)),
};

async function press(site: Site, torture: Torture): Promise<Outcome> {
  const count = torture.count(SOCKETS);
  const ports = site.processes.map((one) => one.port);
  await siteTimes(ports, 50);
  const before = memoryOf(site);
  const startedAt = performance.now();
  const slow = Array.from({ length: count }, (_, n) => dawdle(ports[n % ports.length]!, n));
  const large = sendLarge(site);
  const waits = await siteTimes(ports, 200);
  const faults = await large;
  faults.push(...(await smuggle(ports[0]!)));
  await Promise.race([
    Promise.all(slow.map((one) => one.closed)),
    new Promise((resolve) => setTimeout(resolve, (CLOSED_SECONDS + 5) * 1_000).unref()),
  ]);
  const lasted =
    Math.max(...slow.map((one) => (one.closedAt() ?? Number.POSITIVE_INFINITY) - startedAt)) / 1_000;
  for (const one of slow) one.socket.destroy();
  const growth = memoryOf(site).map((now, index) => now - before[index]!);
  const p95 = percentile(waits, 0.95);
  if (p95 >= P95_MS) faults.push(`p95 ${p95.toFixed(0)} ms`);
  if (Math.max(...growth) >= GROWTH_MB) faults.push(`${Math.max(...growth)} MB more`);
  if (lasted > CLOSED_SECONDS) faults.push(`open for ${lasted.toFixed(1)} s`);
  return outcomeOf(
    `${count} sockets, p95 ${p95.toFixed(0)} ms, memory + ${growth.join(' and + ')} MB, last closed after ${lasted.toFixed(1)} s`,
    faults,
  );
}

const HEAD = 'POST /api/coupons/validate HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n';

/** Half never finish their headers, half never their body; one byte a second. */
function dawdle(port: number, n: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let closedAt: number | undefined;
  socket.on('error', () => {});
  socket.resume();
  socket.write(n % 2 === 0 ? `${HEAD}x-slow: ` : `${HEAD}content-length: 50000\r\n\r\n{`);
  const drip = setInterval(() => socket.write('x'), 1_000);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closedAt = performance.now();
      clearInterval(drip);
      resolve();
    });
  });
  return { socket, closed, closedAt: () => closedAt };
}

/** Milliseconds of that many ordinary calls in sequence. */
async function siteTimes(ports: readonly number[], count: number): Promise<number[]> {
  using caller = openCaller(ports, { keepAlive: false });
  const waits: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const before = performance.now();
    const { status } = await caller.call('/api/capacity-status', {
      headers: { 'x-forwarded-for': `198.19.0.${n % 250}` },
    });
    if (status !== 200) throw new Error(`the site returned ${status}`);
    waits.push(performance.now() - before);
  }
  return waits;
}

async function sendLarge(site: Site): Promise<string[]> {
  const json = { 'content-type': 'application/json' };
  const tries: [
    name: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    expected: number,
  ][] = [
    ['10 MB', json, `{"code":"${'x'.repeat(10_000_000)}"}`, 413],
    ['gzip bomb', { ...json, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000)), 400],
    ['10,000 deep', json, `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
    ['headers of 200 kB', { ...json, 'x-large': 'x'.repeat(200_000) }, '{}', 431],
    ['2,500 headers', { ...json, ...manyHeaders() }, '{}', 431],
  ];
  const faults: string[] = [];
  for (const [name, headers, body, expected] of tries) {
    const status = await rawRequest(`http://127.0.0.1:${site.processes[0]!.port}`, '/api/coupons/validate', {
      method: 'POST',
      headers,
      body,
    }).then(
      (response) => response.status,
      // The server may close the connection while we still send.
      (error: NodeJS.ErrnoException) => (['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? expected : 0),
    );
    if (status !== expected) faults.push(`${name}: ${status}, not ${expected}`);
  }
  return faults;
}

function manyHeaders(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 2_500 }, (_, n) => [`x-many-${n}`, 'x']));
}

/** Requests with two contradictory lengths: refused, and what follows gets no response as a second request. */
async function smuggle(port: number): Promise<string[]> {
  const hidden = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
  const messages: [name: string, text: string][] = [
    ['length and chunks', `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: ${2 + hidden.length}\r\n\r\n{}${hidden}`],
    ['an unknown encoding', `${HEAD}transfer-encoding: xchunked\r\n\r\n${hidden}`],
    ['a blank before the colon', `${HEAD}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bare line feed', `${HEAD}x: y\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a signed length', `${HEAD}content-length: +2\r\n\r\n{}${hidden}`],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ];
  const faults: string[] = [];
  for (const [name, text] of messages) {
    const told = await sendBytes(port, text);
    if (/HTTP\/1\.1 [25]/.test(told)) faults.push(`${name}: ${told.slice(0, 60)}`);
  }
  return faults;
}

export function sendBytes(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const pieces: Buffer[] = [];
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(pieces).toString()));
  });
}

/** Megabytes used by each process. */
function memoryOf({ processes }: Site): number[] {
  return processes.map(({ child }) => {
    const held = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return Math.round(Number(held![1]) / 1024);
  });
}
