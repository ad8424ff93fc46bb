import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { benchAgainst } from './against.ts';
import { benchBuyers } from './buyers.ts';
import { benchDesk } from './desk.ts';
import { benchDeskInBrowser } from './desk-browser.ts';
import { benchDoor } from './door.ts';
import { benchDoorInBrowser } from './door-browser.ts';
import { benchDoorSync } from './door-sync.ts';
import { type Figure, isMet } from './figure.ts';
import { benchGrowth } from './growth.ts';
import { benchOrderGrowth } from './order-growth.ts';
import { benchStart } from './start.ts';

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
process.stdout.write(
  `${new Date().toISOString()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, commit ${commit}\n\n`,
);

if (process.argv.includes('--against')) {
  await benchAgainst(process.argv.slice(2));
  process.exit();
}

const figures: Figure[] = [];
for (const bench of [
  benchStart,
  benchBuyers,
  benchDoor,
  benchDoorSync,
  benchDoorInBrowser,
  benchDesk,
  benchDeskInBrowser,
  benchGrowth,
  benchOrderGrowth,
])
  figures.push(...(await bench()));

const width = Math.min(60, Math.max(...figures.map((one) => one.name.length)));
for (const figure of figures) {
  const { name, goal, measured, unit, isFloor } = figure;
  process.stdout.write(
    `${name.padEnd(width)}  ${measured.toFixed(1).padStart(8)} ${unit}  goal ${isFloor ? '≥' : '≤'} ${goal} ${unit}  ${isMet(figure) ? 'ok' : 'MISSED'}\n`,
  );
}
process.exit(figures.every(isMet) ? 0 : 1);
