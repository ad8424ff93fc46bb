import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeDataDirectory } from '../data-directory.ts';
import { ownEnvironment, startOutside } from '../outside.ts';
import type { Figure } from './figure.ts';

const PROGRAM = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const PORT = 4390;
const SITE = `http://127.0.0.1:${PORT}`;
const RUNS = 3;

/** Time from starting `npm start`'s process to its first response, on an embedded database. */
export async function benchStart(): Promise<Figure[]> {
  const sandbox = await startOutside({ siteUrl: SITE, now: new Date().toISOString() });
  const fresh: number[] = [];
  const existing: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const dataDir = await makeDataDirectory('bench');
      fresh.push(await timeStart(dataDir, sandbox));
      existing.push(await timeStart(dataDir, sandbox));
      await rm(dataDir, { recursive: true, force: true });
    }
  } finally {
    await sandbox.stop();
  }
  return [
    { name: 'start to first answer, new database (median)', goal: 2500, measured: median(fresh), unit: 'ms' },
    {
      name: 'start to first answer, existing database (median)',
      goal: 1200,
      measured: median(existing),
      unit: 'ms',
    },
  ];
}

async function timeStart(
  dataDir: string,
  sandbox: { url: string; smtpUrl: string; oidcIssuer: string },
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [PROGRAM], {
    // Away from the developer's own .env.
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...ownEnvironment,
      PORT: String(PORT),
      PUBLIC_URL: SITE,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      CONTACT_PHONE: '(303) 555-0142',
      CONTACT_EMAIL: 'hello@example.org',
      ADMIN_EMAILS: 'admin@example.org',
      OIDC_ISSUER: sandbox.oidcIssuer,
      OIDC_CLIENT_ID: 'summit',
      OIDC_CLIENT_SECRET: 'summit-secret',
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'Summit <tickets@example.org>',
      STRIPE_API_URL: sandbox.url,
      STRIPE_SECRET_KEY: 'sk_test_world',
      STRIPE_WEBHOOK_SECRET: 'whsec_world',
    },
  });
  try {
    while (!(await responds())) {
      if (child.exitCode !== null) throw new Error(`the site exited with ${child.exitCode}`);
      if (performance.now() - startedAt > 30_000) throw new Error('the site did not respond within 30 s');
    }
    return performance.now() - startedAt;
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

async function responds(): Promise<boolean> {
  try {
    return (await fetch(`${SITE}/register`)).ok;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return false;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
