import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openBuiltPages } from '#server/http/pages.ts';
import { openBenchWorld } from './bench-world.ts';
import { measureBytes } from './bytes.ts';
import { type Audit, auditPage, slowdownFor, USUAL_SLOWDOWN } from './lighthouse.ts';
import { serveReferencePages } from './reference-pages.ts';
import { measureThroughput } from './throughput.ts';

// The public pages as visitors get them: Lighthouse's mobile figures, bytes, and landing pages per second of one
// process.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const RUNS = Number(process.env.RUNS ?? 5);

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const machine = `${cpus().length} × ${cpus()[0]?.model}`;
process.stdout.write(
  `${new Date().toISOString()}, Node ${process.version}, ${machine}, commit ${commit}\n\n`,
);

await using world = await openBenchWorld({ pages: await openBuiltPages(dist) });
await using references = await serveReferencePages(world.siteUrl);
for (const path of ['/', '/register']) {
  process.stdout.write(`${path}: ${table(await measureBytes(world.siteUrl, path), 'kB gz')}\n`);
}
const { benchmarkIndex } = await compare(USUAL_SLOWDOWN);
const slowdown = slowdownFor(benchmarkIndex);
process.stdout.write(`This machine's benchmark index is ${benchmarkIndex.toFixed(0)}.\n`);
await compare(slowdown);
process.stdout.write(`${await measureThroughput(world.siteUrl)}\n`);

/**
 * The page, the same page without JavaScript and the smallest possible page, on a phone that is that much slower than
 * this machine. They alternate, because other load changes from minute to minute.
 */
async function compare(slowdown: number): Promise<Audit> {
  process.stdout.write(`\nLighthouse mobile, CPU slowed ${slowdown.toFixed(1)} times, median of ${RUNS}\n`);
  const page: Audit[] = [];
  const register: Audit[] = [];
  const withoutScripts: Audit[] = [];
  const smallest: Audit[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    page.push(await auditPage(`${world.siteUrl}/`, slowdown));
    register.push(await auditPage(`${world.siteUrl}/register`, slowdown));
    withoutScripts.push(await auditPage(references.withoutScripts, slowdown));
    smallest.push(await auditPage(references.smallest, slowdown));
  }
  process.stdout.write(`/                     ${describe(medians(page))}\n`);
  process.stdout.write(`/register             ${describe(medians(register))}\n`);
  process.stdout.write(`/ without JavaScript  ${describe(medians(withoutScripts))}\n`);
  process.stdout.write(`a headline alone      ${describe(medians(smallest))}\n`);
  const ratio = medians(page).largestContentfulPaint / medians(withoutScripts).largestContentfulPaint;
  process.stdout.write(`LCP against the same page without JavaScript: ${ratio.toFixed(2)} (goal ≤ 1.10)\n\n`);
  return medians(page);
}

/** The median of each figure, independently. */
function medians(runs: readonly Audit[]): Audit {
  const names = Object.keys(runs[0]!) as (keyof Audit)[];
  const median = (name: keyof Audit) =>
    runs.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!;
  return Object.fromEntries(names.map((name) => [name, median(name)])) as unknown as Audit;
}

function describe(audit: Audit): string {
  const scores = `${audit.performance} / ${audit.accessibility} / ${audit.bestPractices} / ${audit.seo}`;
  const times = `FCP ${audit.firstContentfulPaint.toFixed(0)} ms, LCP ${audit.largestContentfulPaint.toFixed(0)} ms, TBT ${audit.totalBlockingTime.toFixed(0)} ms`;
  return `${scores}  ${times}, CLS ${audit.cumulativeLayoutShift.toFixed(3)}`;
}

function table(values: Readonly<Record<string, number>>, unit: string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${(value / 1000).toFixed(1)}`)
    .join(', ')
    .concat(` (${unit})`);
}
