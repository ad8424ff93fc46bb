import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from './eventually.ts';

/** Installs nothing but a Node that only knows its version; takes as long as the file `slow` exists. */
const NPM = `#!/bin/sh
echo 'added 1 package'
echo "$npm_config_cache" >> npm-runs
echo "$*" > npm-words
while [ -e slow ]; do sleep 0.02; done
mkdir -p node_modules/node/bin
printf '#!/bin/sh\\necho v1.2.3\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
echo '{ "packages": {} }' > node_modules/.package-lock.json
`;

/** Prints each signal, and takes a second to stop. */
const SERVE = `
for (const signal of ['SIGHUP', 'SIGTERM']) {
  process.on(signal, () => {
    console.log(signal);
    setTimeout(() => process.exit(), 1_000);
  });
}
setInterval(() => {}, 1_000);
console.log('ready');
`;

const BESIDE_SITE = ['backup:run', 'privacy:export:run', 'privacy:erase:run', 'staff:password:run'];

let root: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'summit-bootstrap-')));
  await copyFile(fileURLToPath(new URL('../bootstrap.mjs', import.meta.url)), join(root, 'bootstrap.mjs'));
  const scripts = {
    ...{ export: "echo '{}'", serve: `'${process.execPath}' serve.mjs` },
    ...Object.fromEntries([...BESIDE_SITE, 'restore:run'].map((name) => [name, 'echo done'])),
  };
  await writeFile(join(root, 'package.json'), JSON.stringify({ scripts, dependencies: { node: '1.2.3' } }));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {} } }));
  await writeFile(join(root, 'serve.mjs'), SERVE);
  await mkdir(join(root, 'bin'));
  await writeFile(join(root, 'bin', 'npm'), NPM);
  await chmod(join(root, 'bin', 'npm'), 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(join(root, 'slow'), { force: true });
  await rm(root, { recursive: true, maxRetries: 5 });
});

/** Runs the script from a shell that first runs `before`, as the same process. */
function start(before = ':', environment: NodeJS.ProcessEnv = {}, script = 'export') {
  const env = { PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}`, ...environment };
  const line = `${before}; exec '${process.execPath}' bootstrap.mjs ${script}`;
  const child = spawn('sh', ['-c', line], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const exit = new Promise((resolve) => child.on('close', resolve));
  const ended = Promise.all([text(child.stdout), text(child.stderr), exit]);
  const speaks = once(child.stderr, 'data');
  return { pid: child.pid!, speaks, ended: ended.then(([out, err, code]) => ({ out, err, code })) };
}

const npmRuns = async () => (await readFile(join(root, 'npm-runs'), 'utf8')).split('\n').slice(0, -1);

test('an install before the script writes nothing to standard output', async () => {
  expect(await start().ended).toEqual({
    out: '{}\n',
    err: 'Installing dependencies…\nadded 1 package\n',
    code: 0,
  });
  expect(await start().ended).toEqual({ out: '{}\n', err: '', code: 0 });
});

test.each([
  ['its own', '$$'],
  ["another process's", String(process.pid)],
  ['no process’s', '99999999'],
])('an interrupted install whose process ID is now %s is done again', async (_whose, pid) => {
  const { out, code } = await start(`mkdir -p .cache/installing; echo ${pid} > .cache/installing/pid`).ended;
  expect([out, code]).toEqual(['{}\n', 0]);
});

test('a second start says what it waits for, and installs nothing again', async () => {
  await writeFile(join(root, 'slow'), '');
  const first = start();
  await eventually(npmRuns);
  const second = start();
  await second.speaks;
  await rm(join(root, 'slow'));
  expect((await first.ended).code).toBe(0);
  expect(await second.ended).toEqual({
    out: '{}\n',
    err: `Waiting for process ${first.pid}, which installs dependencies. If there is no such process, delete ${join(root, '.cache', 'installing')}.\n`,
    code: 0,
  });
  expect(await npmRuns()).toHaveLength(1);
});

test('npm gets a cache in the repository if its own cannot be written', async () => {
  const own = join(root, 'own-cache');
  await start(':', { npm_config_cache: own }).ended;
  await rm(join(root, 'node_modules'), { recursive: true });
  await start(':', { npm_config_cache: '/dev/null/npm' }).ended;
  expect(await npmRuns()).toEqual([own, join(root, '.cache', 'npm')]);
});

test('npm links the programs that scripts run, even if the user’s configuration turns links off', async () => {
  await start().ended;
  expect((await readFile(join(root, 'npm-words'), 'utf8')).trim().split(' ')).toContain('--bin-links=true');
});

describe('after package-lock.json has changed', () => {
  beforeEach(async () => {
    await start().ended;
    const packages = { '': {}, 'node_modules/extra': { version: '1.0.0' } };
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });

  test('what runs beside the site installs nothing under it', async () => {
    for (const script of BESIDE_SITE) {
      expect(await start(':', {}, script).ended, script).toEqual({
        out: '',
        err: 'node_modules does not match package-lock.json, and an install would delete files of a running site: check out the version that is installed, or stop the site and run npm ci && npm run build.\n',
        code: 1,
      });
    }
    expect(await npmRuns()).toHaveLength(1);
  });

  test('a restore installs, because the site is stopped then', async () => {
    expect((await start(':', {}, 'restore:run').ended).code).toBe(0);
    expect(await npmRuns()).toHaveLength(2);
  });
});

test('a backup from a new folder installs', async () => {
  expect((await start(':', {}, 'backup:run').ended).out).toBe('done\n');
});

test.each([
  ['says why it does not start', '#!/bin/sh\\necho no such loader >&2\\nexit 127', 'no such loader'],
  ['cannot be run', '#!/no/such/loader', 'spawnSync NODE ENOENT'],
  ['crashes', '#!/bin/sh\\nkill -SEGV $$', 'it ended with SIGSEGV'],
])('npm is not blamed for a Node that %s', async (_how, node, reason) => {
  const npm = NPM.replace('#!/bin/sh\\necho v1.2.3', () => node);
  await writeFile(join(root, 'bin', 'npm'), npm);
  const { err, code } = await start().ended;
  const sentence = `Node 1.2.3 is installed, but does not start here: ${reason}.`;
  const said = err.trim().split('\n').at(-1)!;
  expect([said.replace(join(root, 'node_modules/node/bin/node'), 'NODE'), code]).toEqual([
    process.platform === 'linux'
      ? `${sentence} It needs glibc, and a folder that programs may run from.`
      : sentence,
    1,
  ]);
});

test.each([
  ['a closed terminal', ['SIGHUP'], 'SIGHUP'],
  ['a kill of npm', [], 'SIGTERM'],
] as const)('%s sends the script one signal', async (_what, own, passedOn) => {
  await start().ended;
  const line = `'${process.execPath}' bootstrap.mjs serve & echo $!; wait`;
  const env = { ...process.env, npm_lifecycle_event: 'serve' };
  const npm = spawn('sh', ['-c', line], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(npm);
  let said = '';
  npm.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const closed = once(npm, 'close');
  await eventually(() => expect(said).toContain('ready'));
  for (const signal of own) process.kill(Number.parseInt(said, 10), signal);
  npm.kill('SIGKILL');
  await closed;
  expect(said).toBe(`${Number.parseInt(said, 10)}\nready\n${passedOn}\n`);
});
