import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { environmentOf, freePort, ownEnvironment, startOutside } from '#test/outside.ts';
import { EARLY_BIRD } from '#test/world.ts';

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A start takes seconds of computing, the first one of a database twice as much: on a busy machine half a minute. */
const START_MS = 60_000;
const LONG = { timeout: 2 * START_MS };

let database: TestDatabase;
let sandbox: Sandbox;
let siteUrl: string;
let child: ChildProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  siteUrl = `http://127.0.0.1:${await freePort()}`;
  sandbox = await startOutside({ siteUrl, now: EARLY_BIRD });
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await sandbox.stop();
  await database.drop();
});

/** The limit on a stop, 9.8 s, shortened. */
const HURRY = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const wait = setTimeout;
    globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms === 9_800 ? 50 : ms, ...rest);`)}`,
];

/** `flags` are for Node. Square's SDK would be a quarter of each start's work. */
function launch(
  changes: Record<string, string>,
  flags: string[] = [],
  output: 'ignore' | 'pipe' | number = 'ignore',
): void {
  const settings = Object.entries(environmentOf(sandbox, siteUrl, database.url));
  child = spawn(process.execPath, [...flags, PROGRAM], {
    // Not where a developer's own .env would be read.
    cwd: tmpdir(),
    env: {
      ...ownEnvironment,
      ...Object.fromEntries(settings.filter(([name]) => !name.startsWith('SQUARE_'))),
      PORT: new URL(siteUrl).port,
      LOG_LEVEL: 'silent',
      ...changes,
    },
    stdio: ['ignore', output, 'ignore'],
  });
}

async function start(
  changes: Record<string, string> = {},
  flags?: string[],
  output?: 'ignore' | 'pipe' | number,
): Promise<void> {
  launch(changes, flags, output);
  await expect.poll(health, { timeout: START_MS }).toBe(200);
}

/** 0 without a response. */
const statusOf = (path: string) =>
  fetch(siteUrl + path).then(
    ({ status }) => status,
    () => 0,
  );
const health = () => statusOf('/health');

/** From a SIGHUP on, nothing can be written to the terminal. */
const CLOSE_TERMINAL = `
  import fs from 'node:fs';
  const { write, writeSync } = fs;
  const refusal = Object.assign(new Error('write EIO'), { code: 'EIO' });
  process.once('SIGHUP', () => {
    fs.write = (file, ...rest) => (file === 1 ? setImmediate(rest.at(-1), refusal) : write(file, ...rest));
    fs.writeSync = (file, ...rest) => {
      if (file === 1) throw refusal;
      return writeSync(file, ...rest);
    };
  });`;

test(
  'when its terminal closes, it first reports 503, still serves new requests, and exits with 0, though neither a full disk nor the terminal takes its log',
  LONG,
  async () => {
    // Only Linux can imitate a full disk.
    const full = process.platform === 'linux' ? await open('/dev/full', 'w') : null;
    try {
      const flags = ['--import', `data:text/javascript,${encodeURIComponent(CLOSE_TERMINAL)}`];
      await start({ LOG_LEVEL: 'info' }, flags, full?.fd);
      expect(await Promise.all([statusOf('/api/packages'), health()])).toEqual([200, 200]);
      const before = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGHUP');
      // Together, because it accepts connections for only a second.
      await expect
        .poll(() => Promise.all([health(), ...['/health/live', '/api/packages'].map(statusOf)]), {
          interval: 20,
        })
        .toEqual([503, 200, 200]);
      expect(await ended).toEqual([0, null]);
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(await health()).toBe(0);
    } finally {
      await full?.close();
    }
  },
);

test(
  'recovers by itself after its embedded PostgreSQL was killed; a signal during the next start ends both',
  LONG,
  async () => {
    const dataDir = await makeDataDirectory('main');
    const file = join(dataDir, 'postgres/cluster/postmaster.pid');
    const readPid = async () => Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10) || 0;
    const end = async (signal: NodeJS.Signals) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(await readPid()).toBe(0);
    };
    try {
      // The stop takes longer than the limit, which must not end it before the database.
      await start({ DATABASE_URL: '', DATA_DIR: dataDir }, HURRY);
      const first = await readPid();
      process.kill(first, 'SIGKILL');
      await expect.poll(readPid, { timeout: 20_000 }).not.toBeOneOf([0, first]);
      await expect.poll(health, { timeout: 20_000 }).toBe(200);
      expect((await fetch(`${siteUrl}/api/packages`)).status).toBe(200);
      await end('SIGTERM');

      launch({ DATABASE_URL: '', DATA_DIR: dataDir });
      await expect.poll(readPid, { timeout: START_MS, interval: 5 }).not.toBe(0);
      await end('SIGINT');
    } finally {
      // After a failure both still write there.
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      const left = await readPid();
      if (left) process.kill(left, 'SIGQUIT');
      await rm(dataDir, { recursive: true, maxRetries: 5 });
    }
  },
);

test('a signal ends a start that waits for another process', LONG, async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(7301961)');
    launch({}, HURRY);
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await other.query(waits)).rowCount, { timeout: START_MS }).toBe(1);
    const before = performance.now();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    // Otherwise HURRY shortens nothing, here and above.
    expect(performance.now() - before).toBeLessThan(8_000);
  } finally {
    await other.end();
  }
});

test(
  "a second signal ends it at once; a signal repeated by npm doesn't, nor does a log without a reader",
  LONG,
  async () => {
    await start({ LOG_LEVEL: 'info' }, [], 'pipe');
    child.stdout!.destroy();
    await beginCall();
    // Two signals of the same kind at once would be merged.
    child.kill('SIGINT');
    child.kill('SIGTERM');
    await expect.poll(health, { interval: 20 }).toBe(503);
    expect(await statusOf('/health/live')).toBe(200);
    // Otherwise it would wait for the call and exit with 0.
    await eventually(() => {
      child.kill('SIGTERM');
      expect(child.exitCode).toBe(1);
    });
  },
);

/** A request whose body never arrives; resolves once the site waits for it. */
async function beginCall(): Promise<void> {
  const { host, hostname, port } = new URL(siteUrl);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write(
    `POST ${routes.validateCoupon.path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      'content-length: 9\r\nexpect: 100-continue\r\n\r\n',
  );
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100 /);
}
