import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { launch } from './server.ts';

const log = { info: () => undefined, warn: () => undefined };
const children: ChildProcess[] = [];
let outer: string;
let dataDir: string;
/** A data directory whose site has stopped. */
let left: string;

beforeAll(async () => {
  left = await mkdtemp(path.join(os.tmpdir(), 'summit-left-'));
  await chmod(left, 0o711);
  await (await startEmbeddedPostgres({ dataDir: left, log })).stop();
});
afterAll(() => rm(left, { recursive: true, force: true }));

beforeEach(async () => {
  outer = await mkdtemp(path.join(os.tmpdir(), 'summit-test-'));
  await chmod(outer, 0o711);
  dataDir = path.join(outer, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const pid = await postmasterPid().catch(() => undefined); // the test may have stopped it already
  if (pid && (await lives(pid))) {
    process.kill(pid, 'SIGQUIT');
    await gone(pid);
  }
  const home = await realpath(path.join(dataDir, 'postgres')).catch(() => outer);
  await rm(home, { recursive: true, force: true });
  await rm(outer, { recursive: true, force: true });
});

test('starts in an empty private directory, durable, on a socket only, never as root, and closed to others', async () => {
  await chmod(outer, 0o700);
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  expect(await ask(url, 'SELECT current_database() AS a, current_user AS b')).toEqual([
    { a: 'summit', b: 'postgres' },
  ]);
  const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'server_encoding', 'max_connections'];
  const values = await ask(
    url,
    `SELECT ${settings.map((s) => `current_setting('${s}') AS ${s}`).join(', ')}`,
  );
  expect(values).toEqual([
    {
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      max_connections: '200',
    },
  ]);
  for (const folder of [new URL(url).searchParams.get('host') ?? '', cluster()]) {
    const { mode, uid } = await stat(folder);
    expect([mode & 0o777, uid === 0]).toEqual([0o700, false]);
  }
  await stop();
});

test('keeps its data across a restart, and stopping leaves no process behind', async () => {
  await haveStartedBefore();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  const pid = await postmasterPid();
  await first.stop();
  await first.stop();
  expect(await lives(pid)).toBe(false);

  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

test('outlives a Ctrl-C, which reaches every process in the terminal’s group, and a killed site, whose successor takes it over and stops it', async () => {
  await haveStartedBefore();
  const { child, url } = await startElsewhere({ detached: true });
  const heard = once(child.stdout!, 'data');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(String(await heard)).toBe('SIGINT');
  await ask(url, 'CREATE TABLE kept AS SELECT 8 AS n');
  const pid = await postmasterPid();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await ask(url, 'SELECT n FROM kept')).toEqual([{ n: 8 }]);

  const heir = await startEmbeddedPostgres({ dataDir, log });
  expect(await postmasterPid()).toBe(pid);
  expect(await ask(heir.url, 'SELECT n FROM kept')).toEqual([{ n: 8 }]);
  await heir.stop();
  expect(await lives(pid)).toBe(false);
});

test('after a first start killed halfway, two sites that start at once share one database; the last one out stops it', async () => {
  const killed = spawnSite();
  const home = path.join(dataDir, 'postgres');
  const drafts = async () =>
    (await readdir(home).catch(() => [])).filter((name) => name.startsWith('cluster.new'));
  while ((await drafts()).length === 0) await sleep(5);
  killed.kill('SIGKILL');
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()]);
  expect(await drafts()).toEqual([]);
  const startedAt = 'SELECT pg_postmaster_start_time()::text AS at';
  expect(await ask(one.url, startedAt)).toEqual(await ask(two.url, startedAt));
  const pid = await postmasterPid();

  one.child.kill('SIGTERM');
  await once(one.child, 'exit');
  expect(await ask(two.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  two.child.kill('SIGTERM');
  await once(two.child, 'exit');
  expect(await lives(pid)).toBe(false);
});

test('restarts after the database itself was killed, even if its process id belongs to another process by now', async () => {
  await haveStartedBefore();
  const first = await startEmbeddedPostgres({ dataDir, log });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 9 AS n');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  const { uid } = await stat(cluster());
  const stranger = spawn('sleep', ['60'], { uid, cwd: '/' });
  children.push(stranger);
  const file = path.join(cluster(), 'postmaster.pid');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(stranger.pid)));
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  expect(await lives(stranger.pid ?? 0)).toBe(true);
  await Promise.all([first.stop(), second.stop()]);
  expect(await startAndStop()).toEqual([{ n: 9 }]);
});

test.each([
  ['in its folder', (folder: string) => path.join(folder, 'data')],
  ['elsewhere, because the path is too long', (folder: string) => path.join(folder, 'd'.repeat(90))],
])('is started again at the same address when it is killed, its socket %s', async (_where, dataIn) => {
  dataDir = dataIn(outer);
  await haveStartedBefore();
  const { url, keepRunning, stop } = await startEmbeddedPostgres({ dataDir, log });
  const watching = keepRunning();
  await ask(url, 'CREATE TABLE kept AS SELECT 9 AS n');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => ask(url, 'SELECT n FROM kept').catch(String), { timeout: 20_000 })
    .toEqual([{ n: 9 }]);
  expect(await postmasterPid()).not.toBe(pid);
  await stop();
  await watching;
  expect(await startAndStop()).toEqual([{ n: 9 }]);
});

test('puts the socket elsewhere if the path is too long, and removes it again', async () => {
  dataDir = path.join(outer, 'd'.repeat(60), 'with space, comma & "quote"');
  await haveStartedBefore();
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  expect(await ask(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  const socketDir = new URL(url).searchParams.get('host') ?? '';
  expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  await stop();
  await expect(stat(socketDir)).rejects.toThrow('ENOENT');
});

test("if it can't run, one sentence says what to do", async () => {
  await writeFile(dataDir, '');
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /^The embedded PostgreSQL cannot run here: .*(ENOTDIR|EEXIST).*; set DATABASE_URL to use a PostgreSQL of your own\.$/,
  );
});

test('a start on Windows waits for pg_ctl alone, and says why PostgreSQL refused', async () => {
  const logFile = path.join(outer, 'log');
  const home = { root: outer, cluster: dataDir, log: logFile, lock: '', users: '', password: '' };
  const pgCtl = path.join(outer, 'pg_ctl');
  // Its child inherits its output, as PostgreSQL does there.
  const script = `#!/bin/sh\nsleep 60 &\necho $! > '${outer}/pid'\necho 'FATAL:  no room' > '${logFile}'\nexit 1\n`;
  await writeFile(pgCtl, script, { mode: 0o755 });
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  try {
    await expect(launch(home, { initdb: '', postgres: '', pgCtl }, undefined)).rejects.toThrow(
      'The embedded PostgreSQL cannot run here: no room; set DATABASE_URL to use a PostgreSQL of your own.',
    );
  } finally {
    Object.defineProperty(process, 'platform', platform);
    process.kill(Number(await readFile(path.join(outer, 'pid'), 'utf8')));
  }
});

/** Spares a test that isn't about the first start the seconds of creating a cluster. */
async function haveStartedBefore(): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // Unlike Node's, it keeps the owner, as whom the database runs.
  await promisify(execFile)('cp', ['-Rp', path.join(left, 'postgres'), dataDir]);
}

const SITE = `
  const { startEmbeddedPostgres } = await import('${new URL('./embedded-postgres.ts', import.meta.url)}');
  process.on('SIGINT', (signal) => process.stdout.write(signal));
  const log = { info() {}, warn() {} };
  const { url, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1], log });
  process.on('SIGTERM', () => stop().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
  process.stdout.write(url);
`;

function spawnSite({ detached = false } = {}): ChildProcess {
  const args = ['--input-type=module', '-e', SITE, dataDir];
  const child = spawn(process.execPath, args, { detached, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function startElsewhere(options = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = spawnSite(options);
  const [url] = await once(child.stdout!, 'data');
  return { child, url: String(url) };
}

async function startAndStop() {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  const rows = await ask(url, 'SELECT n FROM kept');
  await stop();
  return rows;
}

async function ask(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function cluster(): string {
  return path.join(dataDir, 'postgres', 'cluster');
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(cluster(), 'postmaster.pid'), 'utf8'), 10);
}

/** A process that has ended but wasn't reaped yet isn't alive. */
async function lives(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return !/^State:\s+Z/m.test(status);
}

async function gone(pid: number): Promise<void> {
  while (await lives(pid)) await sleep(5);
}
