import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { seededNumbers } from '#content/art/seed.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { checks } from './checks.ts';
import { startCluster } from './cluster.ts';
import { takeIdleGuards } from './without-guard.ts';

// Tries to break the product, check by check: `npm run torture`, or `npm run torture -- R1 R7`. SEED repeats a run's
// choices; SCALE=0.1 does a tenth of each count. `--subset` is what every commit must pass: a few rounds of the quick
// checks, without controls.

const SUBSET = ['R2', 'R4', 'R7', 'R12', 'R25', 'R26', 'S3', 'S5', 'S6', 'S9', 'S18'];
/** Does not measure speed, so other programs may use the CPU. */
const SUBSET_SECONDS = 300;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { subset: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  const list = checks.map(({ id, title }) => `  ${id.padEnd(4)} ${title}\n`).join('');
  process.stdout.write(
    `npm run torture -- [--subset | check …], with SEED and SCALE in the environment. Checks:\n${list}`,
  );
  process.exit(0);
}
const wanted = values.subset ? SUBSET : positionals;
const seed = Number(process.env.SEED ?? (values.subset ? 20_250_920 : Math.trunc(Math.random() * 2 ** 31)));
const scale = Number(process.env.SCALE ?? (values.subset ? 0.01 : 1));
const unknown = wanted.filter((id) => !checks.some((one) => one.id === id));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no check ${unknown.join(', ')}; there are ${checks.map((one) => one.id).join(' ')}.\n`,
  );
  process.exit(2);
}
const chosen = checks.filter((one) => wanted.length === 0 || wanted.includes(one.id));

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const machine = `${cpus().length} × ${cpus()[0]?.model}`;
process.stdout.write(
  `${new Date().toISOString()}, Node ${process.version}, ${machine}, commit ${commit}, seed ${seed}, scale ${scale}\n\n`,
);

const cluster = await startCluster();
let failed = 0;
let skipped = 0;
try {
  // In the subset, checks that wait for a clock run beside others. Measurements need the machine to themselves.
  await inParallel(chosen, values.subset ? 2 : 1, async (check) => {
    const outcome = await attempt(check, check.run);
    report(check, 'goal', check.goal, outcome);
    // A run may remove guards that would hide others; only those of the control must be reached.
    takeIdleGuards();
    if (check.control && !values.subset && !outcome.isSkipped)
      report(check, 'without its guard', 'must fail', turnedRound(await attempt(check, check.control)));
  });
} finally {
  await cluster[Symbol.asyncDispose]();
}
const notRun = skipped === 0 ? '' : ` ${skipped} could not run here.`;
process.stdout.write(`\n${failed === 0 ? 'All held.' : `${failed} did not hold.`}${notRun}\n`);
process.exit(failed === 0 ? 0 : 1);

interface Timed extends Outcome {
  readonly seconds: number;
}

async function attempt(check: Check, run: Check['run']): Promise<Timed> {
  const random = seededNumbers(String(seed));
  const torture: Torture = { cluster, seed, random, count: (full) => Math.max(1, Math.round(full * scale)) };
  const limit = values.subset ? SUBSET_SECONDS : check.seconds;
  const startedAt = performance.now();
  const outcome = await Promise.race([run(torture), tooLate(limit)]).catch((error: unknown) => ({
    measured: `broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    passed: false,
  }));
  return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
}

/** A control that failed for another reason, or never reached its replacement, proves nothing. */
function turnedRound(outcome: Timed): Timed {
  const idle = takeIdleGuards();
  if (idle.length === 0)
    return { ...outcome, passed: !outcome.passed && !outcome.measured.startsWith('broke off') };
  return { ...outcome, measured: `never called: ${idle.join(', ')}; ${outcome.measured}`, passed: false };
}

function tooLate(seconds: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const outcome = { measured: `broke off: not done after ${seconds} s`, passed: false };
    setTimeout(() => resolve(outcome), seconds * 1000).unref();
  });
}

function report(
  { id, title }: Check,
  what: string,
  goal: string,
  { measured, passed, isSkipped = false, seconds }: Timed,
): void {
  if (isSkipped) skipped += 1;
  else if (!passed) failed += 1;
  process.stdout.write(
    `${isSkipped ? 'skip' : passed ? 'pass' : 'FAIL'}  ${id.padEnd(4)} ${title} · ${what}: ${goal} · ${measured} · ${seconds.toFixed(1)} s\n`,
  );
}
