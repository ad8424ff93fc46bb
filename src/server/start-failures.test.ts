import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownEnvironment } from '#test/outside.ts';

const NOBODY = 'DATABASE_URL=postgresql://summit:secret@127.0.0.1:9/summit';
const UNREACHABLE =
  'The database cannot be used: connect ECONNREFUSED 127.0.0.1:9. Check DATABASE_URL, and whether PostgreSQL is running.\n';
const NO_FOLDER =
  'The embedded PostgreSQL cannot run here: DATA_DIR cannot be created at /proc/x (ENOENT); set DATABASE_URL to use a PostgreSQL of your own.\n';

const SETTINGS = `
PUBLIC_URL=http://127.0.0.1:1
CONTACT_PHONE="(303) 555-0142"
CONTACT_EMAIL=hello@example.org
ADMIN_EMAILS=ada@example.org
OIDC_ISSUER=http://127.0.0.1:9
OIDC_CLIENT_ID=summit
OIDC_CLIENT_SECRET=sample-secret
SMTP_URL=smtp://127.0.0.1:9
MAIL_FROM=tickets@example.org
STRIPE_API_URL=http://127.0.0.1:9
STRIPE_SECRET_KEY=sk_test_sample
STRIPE_WEBHOOK_SECRET=whsec_sample
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'summit-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program of the site in a folder with that `.env`. */
async function run(program: string, args: string[], env: string): Promise<{ code: number; stderr: string }> {
  await writeFile(join(folder, '.env'), env);
  const file = fileURLToPath(new URL(program, import.meta.url));
  return new Promise((resolve) => {
    const options = { cwd: folder, env: ownEnvironment, timeout: 20_000 };
    execFile(process.execPath, [file, ...args], options, (error, _stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stderr });
    });
  });
}

// All programs read settings and reach the database by the same code, so two of them show its failures.
test('./main.ts reads .env and reports an unreachable database in one sentence', async () => {
  expect(await run('./main.ts', [], `${SETTINGS}${NOBODY}`)).toEqual({ code: 1, stderr: UNREACHABLE });
});

test('./privacy-command.ts reads .env and reports an unusable data directory in one sentence', async () => {
  const words = ['export', 'jane@example.org'];
  expect(await run('./privacy-command.ts', words, `${SETTINGS}DATA_DIR=/proc/x/y`)).toEqual({
    code: 1,
    stderr: NO_FOLDER,
  });
});
