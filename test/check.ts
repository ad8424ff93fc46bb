import { spawn } from 'node:child_process';

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

const steps: [string, string, ...string[]][] = [
  ...ROOTS.map((root): [string, string, ...string[]] => [
    `types of ${root}`,
    'tsc',
    '-p',
    `${root}/tsconfig.json`,
  ]),
  ['lint and format', 'biome', 'ci', '--error-on-warnings', '.'],
  ['unused files, exports and dependencies', 'knip', '--no-progress'],
  ['architecture', 'node', 'test/architecture.ts'],
];

let failed = 0;
for (const [name, command, ...args] of steps) {
  const startedAt = performance.now();
  const code = await run(command, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n`);
  if (code !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
