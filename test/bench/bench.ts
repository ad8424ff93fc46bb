import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { benchBuyers } from './buyers.ts';
import { benchDesk } from './desk.ts';
import { benchDoor } from './door.ts';
import type { Figure } from './figure.ts';
import { benchStart } from './start.ts';

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
process.stdout.write(
  `${new Date().toISOString()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, commit ${commit}\n\n`,
);

const figures: Figure[] = [];
for (const bench of [benchStart, benchBuyers, benchDoor, benchDesk]) figures.push(...(await bench()));

const width = Math.max(...figures.map((one) => one.name.length));
for (const { name, goal, measured, unit } of figures) {
  const verdict = measured <= goal ? 'ok' : 'MISSED';
  process.stdout.write(
    `${name.padEnd(width)}  ${measured.toFixed(1).padStart(8)} ${unit}  goal ≤ ${goal} ${unit}  ${verdict}\n`,
  );
}
process.exit(figures.every((one) => one.measured <= one.goal) ? 0 : 1);
