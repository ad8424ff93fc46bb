// node bootstrap.mjs <npm-script> [args…]
// Installs what package-lock.json says, once, then runs the script with the Node that the project pins.
// Plain JavaScript without dependencies, because it runs before anything is installed, on Node 20 or later.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  existsSync,
  constants as files,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const windows = process.platform === 'win32';
const modules = path.join(root, 'node_modules');
const lock = path.join(root, '.cache', 'installing');
const holder = path.join(lock, 'pid');
const pinnedNode = path.join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');
const hidden = path.join(modules, '.package-lock.json');
const [script, ...args] = process.argv.slice(2);
/** Commands for a running site, whose files an install would delete. A restore runs while the site is stopped. */
const RUN_BESIDE_SITE = /^(backup|privacy:|staff:password)/;

/** Against oddities in a user's npm configuration; npm itself may run on an older Node than packages want. */
const NPM_CI =
  'ci --include=dev --include=optional --package-lock=true --bin-links=true --global=false --engine-strict=false ' +
  '--loglevel=error';
/** Standard output belongs to the script, which may print a backup there. */
const OFF_STDOUT = ['inherit', 2, 2];

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`This needs Node 20 or later to start, and you are running ${process.version}.`);
}
const { scripts, dependencies } = readJson(path.join(root, 'package.json'));
if (!scripts[script]) fail(`package.json has no script named ${script}.`);
chooseNpmCache();
if (!isInstalled()) {
  if (RUN_BESIDE_SITE.test(script) && existsSync(hidden)) {
    fail(
      'node_modules does not match package-lock.json, and an install would delete files of a running site: ' +
        'check out the version that is installed, or stop the site and run npm ci && npm run build.',
    );
  }
  await installAlone();
}
runScript();

/** npm writes node_modules/.package-lock.json when an install has succeeded; only optional packages may be absent. */
function isInstalled() {
  const installed = existsSync(hidden) ? readJson(hidden).packages : {};
  const isThere = ([place, { version, optional, devOptional }]) =>
    place === '' || (installed[place] ? installed[place].version === version : optional || devOptional);
  const locked = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
  return locked.every(isThere) && hasPinnedNode();
}

function hasPinnedNode() {
  return tryPinnedNode().stdout?.trim() === `v${dependencies.node}`;
}

function tryPinnedNode() {
  return spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
}

/** One at a time: a second start waits for the first, and then finds everything installed. */
async function installAlone() {
  let told;
  while (!takeLock()) {
    const { pid } = readHolder();
    if (pid && pid !== told) {
      process.stderr.write(
        `Waiting for process ${pid}, which installs dependencies. If there is no such process, delete ${lock}.\n`,
      );
      told = pid;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const problem = isInstalled() ? undefined : install();
  rmSync(lock, { recursive: true, force: true });
  if (problem) fail(problem);
}

function takeLock() {
  try {
    mkdirSync(path.dirname(lock), { recursive: true });
    mkdirSync(lock);
    writeFileSync(holder, `${process.pid} ${birthOf(process.pid)}`);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`Dependencies cannot be installed: ${error.message}.`);
  }
  const { pid, birth } = readHolder();
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  // In containers, process IDs repeat: this process may have the ID of the one that was interrupted.
  const running = birthOf(pid);
  const isHeld = pid !== process.pid && running !== undefined && running === birth;
  const isStale = pid ? !isHeld : Date.now() - since > 5_000;
  if (isStale) rmSync(lock, { recursive: true, force: true });
  return false;
}

function readHolder() {
  try {
    const [pid, birth] = readFileSync(holder, 'utf8').split(' ');
    return { pid: Number(pid), birth };
  } catch {
    return { pid: 0 }; // not written yet, or just deleted
  }
}

/** When the process started, because its ID may be reused. Only Linux tells without running a program. */
function birthOf(pid) {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : undefined;
  try {
    // The name in parentheses may contain anything.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return state === 'Z' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** npm fails if its cache can't be written, as where there is no home folder. */
function chooseNpmCache() {
  const cache = process.env.npm_config_cache; // set by `npm run`
  if (!cache) return;
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, files.W_OK);
  } catch {
    process.env.npm_config_cache = path.join(root, '.cache', 'npm');
  }
}

/** Returns one sentence when it could not be done. */
function install() {
  process.stderr.write('Installing dependencies…\n');
  const npm = spawnSync('npm', NPM_CI.split(' '), { cwd: root, stdio: OFF_STDOUT, shell: windows });
  if (npm.error) return `npm could not be run: ${npm.error.message}.`;
  if (npm.status !== 0) return 'npm ci failed; its output above says why.';
  if (hasPinnedNode()) return undefined;
  if (!existsSync(pinnedNode)) {
    // npm may block the install script of the package `node`, which fetches Node itself.
    const options = { cwd: path.join(modules, 'node'), stdio: OFF_STDOUT };
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], options);
    if (hasPinnedNode()) return undefined;
  }
  if (!existsSync(pinnedNode))
    return `Node ${dependencies.node} could not be installed: npm blocked the install script of the package node.`;
  const { error, stderr, signal, status } = tryPinnedNode();
  const reason = error?.message ?? (stderr.trim().split('\n').at(-1) || `it ended with ${signal ?? status}`);
  const needs =
    process.platform === 'linux' ? ' It needs glibc, and a folder that programs may run from.' : '';
  return `Node ${dependencies.node} is installed, but does not start here: ${reason}.${needs}`;
}

/**
 * Like `npm run`, without npm in between. The script has a process group of its own and gets signals only from
 * here: a Ctrl-C reaches this process twice, from the terminal and from the npm above it, and the script once.
 */
function runScript() {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const programs = [path.dirname(pinnedNode), path.join(modules, '.bin'), process.env[pathName] ?? ''];
  // Node keeps what it compiled, so that the next start need not do it again.
  const compiled = { NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node') };
  const env = { ...compiled, ...process.env, [pathName]: programs.join(path.delimiter) };
  const awaitChild = windows ? '' : 'trap : INT TERM HUP; '; // else the shell ends before what it runs has
  const line = `${awaitChild}${[scripts[script], ...args.map(quote)].join(' ')}`;
  const child = spawn(line, { cwd: root, env, stdio: 'inherit', shell: true, detached: !windows });
  const lastSent = {};
  const passOn = (signal) => {
    if (windows || performance.now() - lastSent[signal] < 500) return; // Windows tells the child itself
    lastSent[signal] = performance.now();
    process.kill(-child.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  // A `kill` of npm ends only the shell between npm and this process. A closed terminal ends all three, and a second
  // signal would cut the stop short.
  const parent = process.ppid;
  const orphanCheck = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(orphanCheck);
    if (Object.keys(lastSent).length === 0) passOn('SIGTERM');
  }, 500);
  child.on('error', (error) => fail(`${script} could not be run: ${error.message}.`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function quote(word) {
  return windows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
