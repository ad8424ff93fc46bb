import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, findChromium } from '../chromium.ts';

/** Fetched for the bench alone: it is larger than all that the product needs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** Scores from 0 to 100, times in milliseconds. */
export interface Audit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstContentfulPaint: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
}

interface Report {
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<string, { readonly numericValue: number }>;
}

/** One run with Lighthouse's own mobile settings; once more where it could not record the page ("NO_NAVSTART"). */
export async function auditPage(url: string): Promise<Audit> {
  try {
    return await auditOnce(url);
  } catch (error) {
    process.stderr.write(`Lighthouse is run again: ${String(error)}\n`);
    return auditOnce(url);
  }
}

async function auditOnce(url: string): Promise<Audit> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  try {
    const output = join(folder, 'report.json');
    const flags = ['--headless', ...chromiumFlags, `--user-data-dir=${join(folder, 'profile')}`].join(' ');
    await run('npm', [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--chrome-flags=${flags}`,
    ]);
    const { categories, audits } = JSON.parse(await readFile(output, 'utf8')) as Report;
    const score = (name: string) => Math.round(categories[name]!.score * 100);
    const value = (name: string) => audits[name]!.numericValue;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      firstContentfulPaint: value('first-contentful-paint'),
      largestContentfulPaint: value('largest-contentful-paint'),
      totalBlockingTime: value('total-blocking-time'),
      cumulativeLayoutShift: value('cumulative-layout-shift'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: await findChromium(), npm_config_loglevel: 'error' },
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args[3] ?? ''} ended with ${code}`);
}
