import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** Lists the slowest tests at the end of a run. */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.flatMap((module) =>
      [...module.children.allTests()].map((one) => ({
        name: `${module.relativeModuleId}: ${one.fullName}`,
        ms: one.diagnostic()?.duration ?? 0,
      })),
    );
    const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
    if (timed.length <= SHOWN) return;
    process.stdout.write('\nThe slowest tests:\n');
    for (const { name, ms } of slowest)
      process.stdout.write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}\n`);
  }
}
