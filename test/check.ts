import { spawnSync } from 'node:child_process';

/** All static checks, one command each. All run before the verdict. */
const ROOTS = [
  'src/domain',
  'src/contract',
  'content',
  'content/art',
  'src/server',
  'src/web',
  'sandbox',
  'test',
];

const steps = [
  ...ROOTS.map((root) => [`types of ${root}`, `tsc -p ${root}/tsconfig.json`] as const),
  ['lint and format', 'biome ci --error-on-warnings .'],
  ['unused files, exports and dependencies', 'knip --no-progress'],
  ['architecture', 'node test/import-rules.ts'],
] as const;

let failed = 0;
for (const [name, command] of steps) {
  const startedAt = performance.now();
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
