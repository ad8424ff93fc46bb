import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { event } from '#content/event.ts';
import { packages } from '#content/packages.ts';
import { holdLock } from '#server/embedded-db/locks.ts';
import { makeFolders } from '#server/embedded-db/make-folders.ts';
import type { PageSource } from '#server/http/pages.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { variables } from '#server/settings-variables.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { seedCatalog } from './demo-catalog.ts';
import { openEventDay } from './demo-event-day.ts';
import { samplePeople } from './oidc/people.ts';
import { openPhoneLine } from './phone-line.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { openWalletAccounts } from './wallet/accounts.ts';

/** Made up for the sandbox; worthless elsewhere. */
const SECRETS = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
  SQUARE_ACCESS_TOKEN: 'sandbox-token-demo',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-demo',
  SQUARE_LOCATION_ID: 'LDEMO',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'signature-key-demo',
  OIDC_CLIENT_ID: 'summit',
  OIDC_CLIENT_SECRET: 'summit-sandbox-secret',
};

const EARLY_BIRD = '2025-07-15T10:00:00-06:00';

const CLOCK_PRESETS = [
  { label: 'Early bird', at: new Date(EARLY_BIRD) },
  { label: 'Regular price', at: new Date('2025-08-20T10:00:00-06:00') },
  { label: 'Event day', at: new Date('2025-09-20T08:15:00-06:00') },
  { label: 'After the event', at: new Date('2025-09-22T10:00:00-06:00') },
];

export interface DemoWorld {
  readonly sandbox: Sandbox;
  readonly site: RunningServer;
  readonly siteUrl: string;
  stop(): Promise<void>;
}

interface DemoOptions {
  readonly pages: PageSource;
  readonly closedByBuild: boolean;
  /** The port on which the site itself listens; PORT by default, as in `siteUrl`. */
  readonly listenOn?: number;
}

/** The site and its whole outside world, on loopback. The site runs as in production; only addresses and clock differ. */
export async function startDemoWorld(
  environment: NodeJS.ProcessEnv,
  options: DemoOptions,
): Promise<DemoWorld> {
  const port = readPort(environment, 'PORT', 3000);
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', port + 1);
  const dataDir = resolve(environment.DATA_DIR || '.data/demo');
  const siteUrl = `http://127.0.0.1:${port}`;
  await makeFolders(dataDir);
  const log = createLog(readLogLevel(environment.LOG_LEVEL || 'warn'));

  const undo = [await lockAlone(dataDir)];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const wallets = openWalletAccounts();
    const sandbox = await startSandbox({
      port: sandboxPort,
      storeFile: join(dataDir, 'sandbox.jsonl'),
      startAt: environment.DEMO_NOW ? readInstant(environment.DEMO_NOW) : undefined,
      firstAt: new Date(EARLY_BIRD),
      siteUrl,
      oidcClient: {
        id: SECRETS.OIDC_CLIENT_ID,
        secret: SECRETS.OIDC_CLIENT_SECRET,
        redirectUris: ['/api/callback'],
        postLogoutRedirectUris: ['/'],
      },
      stripe: {
        secretKey: SECRETS.STRIPE_SECRET_KEY,
        webhookSecret: SECRETS.STRIPE_WEBHOOK_SECRET,
        webhookUrl: '/api/webhooks/stripe',
        merchantName: event.name,
      },
      square: {
        accessToken: SECRETS.SQUARE_ACCESS_TOKEN,
        applicationId: SECRETS.SQUARE_APPLICATION_ID,
        locationId: SECRETS.SQUARE_LOCATION_ID,
        webhookSignatureKey: SECRETS.SQUARE_WEBHOOK_SIGNATURE_KEY,
        webhookUrl: '/api/webhooks/square',
      },
      clockPresets: CLOCK_PRESETS,
      timeZone: event.zone,
      log: (text) => log.info({ sandbox: text }, 'message from the sandbox'),
    });
    undo.push(() => sandbox.stop());
    const settings = readSettings({
      ...SECRETS,
      // The buttons work and the passes are complete; only phones refuse them, because the signer isn't trusted.
      ...(await wallets).environment,
      PORT: String(options.listenOn ?? port),
      HOST: '127.0.0.1',
      PUBLIC_URL: siteUrl,
      DATABASE_URL: environment.DATABASE_URL,
      DATA_DIR: dataDir,
      CONTACT_PHONE: '(303) 555-0142',
      CONTACT_EMAIL: 'hello@example.org',
      ADMIN_EMAILS: samplePeople
        .filter((one) => one.allowed)
        .map((one) => one.email)
        .join(','),
      COUPON_ADMIN_EMAIL: samplePeople[0]!.email,
      OIDC_ISSUER: sandbox.oidcIssuer,
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: `${event.name} <tickets@example.org>`,
      STRIPE_API_URL: sandbox.url,
      SQUARE_API_URL: sandbox.url,
      SQUARE_SCRIPT_URL: `${sandbox.url}/square/web/v1/square.js`,
      ANALYTICS_ID: environment.ANALYTICS_ID,
    });
    const site = await startServer({
      settings,
      log,
      pages: options.pages,
      closedByBuild: options.closedByBuild,
      now: () => sandbox.clock.now(),
      protocolNow: () => new Date(),
      randomBytes,
    });
    undo.push(() => site.stop());
    // Only once the site runs, because webhooks update its mirror.
    await seedCatalog(sandbox.url, SECRETS.STRIPE_SECRET_KEY, packages);
    const line = await openPhoneLine(options.listenOn ?? port, sandboxPort + 1);
    undo.push(() => line.stop());
    sandbox.connectEventDay(
      openEventDay({ site, siteUrl, clock: sandbox.clock, line, staff: samplePeople[0]!.email }),
    );
    return { sandbox, site, siteUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the demo and prints where everything is. SIGINT, SIGTERM and SIGHUP stop it all; during the start, as soon as
 * it has ended, because the database would run on.
 */
export async function runDemo(start: () => Promise<DemoWorld>): Promise<void> {
  const starting = start();
  let stopping: Promise<never> | null = null;
  const stop = async () => {
    process.stdout.write('Stopping…\n');
    const world = await starting.catch(() => null);
    await world?.stop();
    process.exit(0);
  };
  process.stdout.on('error', () => {}); // a closed terminal refuses what is written
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping ??= stop();
    });
  }
  try {
    const world = await starting;
    if (stopping) return;
    announce(world);
    void world.site.failed.then(failToStart);
  } catch (error) {
    if (!stopping) failToStart(error);
  }
}

function announce({ sandbox, siteUrl }: DemoWorld): void {
  const lines = [
    `Site     ${siteUrl}`,
    `Admin    ${siteUrl}/admin`,
    `Sandbox  ${sandbox.url}  (moves the clock, shows the outside world)`,
    `Mailbox  ${sandbox.url}/mailbox`,
  ];
  process.stdout.write(
    `\nThe demo is ready; its clock says ${sandbox.clock.now().toISOString()}.\n\n  ${lines.join('\n  ')}\n\nCtrl-C stops it and loses nothing.\n`,
  );
}

/** Ends the process with one sentence about why the demo can't run. */
function failToStart(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Two demos would replace each other's sandbox state and take each other's jobs. Returns what unlocks the folder. */
async function lockAlone(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'lock');
  const other = await holdLock(lock);
  if (other === null) return () => rm(lock);
  throw new Error(
    `Another demo (process ${other}) uses ${dataDir}. End it, or set DATA_DIR, PORT and SANDBOX_PORT for this one.`,
  );
}

function readPort(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = Number(environment[name] || otherwise);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} is not a port number.`);
  return port;
}

function readLogLevel(text: string): string {
  const { data, error } = variables.shape.LOG_LEVEL.safeParse(text);
  if (data === undefined) throw new Error(`LOG_LEVEL ${error.issues[0]!.message}.`);
  return data;
}

function readInstant(text: string): Date {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new Error('DEMO_NOW is not an instant such as 2025-07-15T10:00:00-06:00.');
  return instant;
}
