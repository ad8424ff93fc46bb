import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, findChromium } from '../chromium.ts';

/** Fetched only for the bench: it is larger than all of the product's packages together. */
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
  /** Lighthouse's CPU index: about 1533 fits its simulated phone; a slower machine has less. */
  readonly benchmarkIndex: number;
}

interface Report {
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Record<string, { readonly score: number }>;
  readonly audits: Record<string, { readonly numericValue: number }>;
}

/** Lighthouse's default CPU slowdown. */
export const USUAL_SLOWDOWN = 4;

/**
 * The CPU slowdown that simulates the same phone on a machine with that index. Lighthouse's docs/throttling.md says to
 * adjust it for slow machines and links to a calculator.
 */
export function slowdownFor(benchmarkIndex: number): number {
  const known = [
    { index: 150, slowdown: 1 },
    { index: 800, slowdown: 2 },
    { index: 1300, slowdown: 3 },
    { index: 1533, slowdown: 4 },
    { index: 2000, slowdown: 6 },
  ];
  const at = known.findIndex(({ index }) => benchmarkIndex < index);
  if (at <= 0) return known.at(at)!.slowdown;
  const [below, above] = [known[at - 1]!, known[at]!];
  const share = (benchmarkIndex - below.index) / (above.index - below.index);
  return below.slowdown + share * (above.slowdown - below.slowdown);
}

/** One run with Lighthouse's mobile settings, repeated once if it could not record the page ("NO_NAVSTART"). */
export async function auditPage(url: string, slowdown: number): Promise<Audit> {
  try {
    return await auditOnce(url, slowdown);
  } catch (error) {
    process.stderr.write(`Lighthouse is run again: ${String(error)}\n`);
    return auditOnce(url, slowdown);
  }
}

async function auditOnce(url: string, slowdown: number): Promise<Audit> {
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
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      '--output=json',
      `--output-path=${output}`,
      `--chrome-flags=${flags}`,
    ]);
    const { categories, audits, environment } = JSON.parse(await readFile(output, 'utf8')) as Report;
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
      benchmarkIndex: environment.benchmarkIndex,
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
  if (code !== 0) throw new Error(`${command} ${args[3] ?? ''} exited with ${code}`);
}
