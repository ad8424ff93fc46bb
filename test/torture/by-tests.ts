import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Check } from './check.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Checks that are tests, which each commit runs too. */
export const byTests: readonly Check[] = [
  of('S2', 'every admin call by everybody who lacks the permission', 'as in its table', [
    'src/server/accounts/admin-access.test.ts',
  ]),
  of('S7', 'a hostile identity provider', 'no session', ['src/server/accounts/hostile-provider.test.ts']),
  of('S8', 'sessions: fixated, expired, signed out, no longer allowed', 'refused', [
    'src/server/http/sessions.test.ts',
    'src/server/accounts/sign-in.test.ts',
    'src/server/accounts/sign-in-race.test.ts',
  ]),
  of('S10', 'the headers of every route, errors included', 'as in its table', [
    'src/server/http/security-headers.test.ts',
  ]),
  of('S13', 'CSV cells that a spreadsheet would run', 'none is executable, all parse back', [
    'src/domain/csv.test.ts',
  ]),
  of('S14', 'return paths to other sites', 'all stay on the site', [
    'src/server/accounts/return-path.test.ts',
  ]),
  of('S20', 'dependencies: exact versions, verified packages, listed install scripts', 'none unexplained', [
    'test/dependencies.test.ts',
  ]),
  of('S21', 'export, erasure and retention', 'the person is found nowhere', ['src/server/privacy']),
  of('S22', 'rewriting the audit log; staff writes that it misses', 'none', ['src/server/audit']),
];

function of(id: string, title: string, goal: string, files: readonly string[]): Check {
  return {
    id,
    title,
    goal,
    seconds: 180,
    async run() {
      const folder = await mkdtemp(join(tmpdir(), 'summit-tests-'));
      const report = join(folder, 'report.json');
      await promisify(execFile)(
        process.execPath,
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project',
          'unit',
          '--reporter',
          'json',
          '--outputFile',
          report,
          ...files,
        ],
        { cwd: ROOT, maxBuffer: 64 << 20 },
      ).catch(() => {
        // Vitest exits with 1 if a test fails; its report says more.
      });
      const result = JSON.parse(await readFile(report, 'utf8')) as {
        numPassedTests: number;
        numFailedTests: number;
        success: boolean;
      };
      await rm(folder, { recursive: true, force: true });
      return {
        measured: `${result.numPassedTests} tests hold, ${result.numFailedTests} do not`,
        passed: result.success && result.numPassedTests > 0,
      };
    },
  };
}
