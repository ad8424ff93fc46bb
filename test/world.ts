import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { samplePeople } from '#sandbox/oidc/people.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { connectStripe } from '#server/catalog/stripe-connection.ts';
import type { Context, Dependencies } from '#server/context.ts';
import { jobContext } from '#server/context.ts';
import { inArray } from '#server/db/drizzle.ts';
import { emailTemplates } from '#server/db/tables.ts';
import type { PageSource } from '#server/http/pages.ts';
import { createLog } from '#server/log.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { startServer } from '#server/start-server.ts';
import { submitCard } from '#test/sandbox/stripe-stand.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { environmentOf, freePort, startOutside } from './outside.ts';
import { leaveStripesStacksPlain } from './plain-stacks.ts';
import { nextAddress, Visitor } from './visitor.ts';

leaveStripesStacksPlain();

export const EARLY_BIRD = '2025-07-15T16:00:00Z';

export interface World extends AsyncDisposable {
  readonly siteUrl: string;
  readonly sandbox: Sandbox;
  /** The sandbox's Stripe account, for what staff do at Stripe. */
  readonly stripe: Stripe;
  readonly database: TestDatabase;
  readonly dependencies: Dependencies;
  /** A context as jobs get it, at the clock's current time. */
  context(): Context;
  /** `address` is what a trusted proxy would report; by default each visitor has their own. */
  visitor(address?: string): Visitor;
  /** A visitor signed in as that person, in the one session that all of them share. */
  staff(email?: string): Promise<Visitor>;
  moveClock(to: string): void;
  /** Pays on the provider's page. */
  pay(url: string, card?: string): ReturnType<typeof submitCard>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  readonly now?: string;
  readonly pages?: PageSource;
  readonly closedByBuild?: boolean;
  /** The clock of sessions and limits; real by default. */
  readonly protocolNow?: () => Date;
  readonly settings?: Partial<Settings>;
  /** Where the site logs; by default nowhere. */
  readonly log?: Logger;
  /** With `false`, webhooks have no receiver; with `null`, the providers weren't given one. */
  readonly webhooks?: boolean | null;
  /**
   * Whether confirmations and tickets are sent. By default they are queued and given up, because drawing them is a third
   * of an order's work, and few tests read them.
   */
  readonly ticketMails?: boolean;
}

/** Real time standing still, for `protocolNow`: no limit's window ends during a test. */
export function stopClock(): () => Date {
  const now = new Date();
  return () => now;
}

/** The whole product on loopback: a fresh database, the site, the outside world, and a movable clock. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase();
  await holdOwnJobs(database);
  const world = await startWorld(database, options);
  await dropOwnJobs(database);
  return world;
}

/**
 * What the site does by itself, at its start and each minute, would come between the calls of a test. Of each job that it
 * queues at its start, at most one may wait, and one does. Schedules are next checked in a day.
 */
async function holdOwnJobs({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    `INSERT INTO jobs.job_common (name, policy, singleton_key, start_after)
      SELECT name, 'short', 'all', 'infinity'
      FROM unnest(ARRAY['sweep-payments', 'reconcile-payments', 'refresh-catalog']) AS name`,
  );
  await pool.query(`UPDATE jobs.version SET cron_on = now() + interval '1 day'`);
}

async function dropOwnJobs({ pool }: TestDatabase): Promise<void> {
  await pool.query(`DELETE FROM jobs.job WHERE state = 'created'`);
}

/** The same on the caller's database; `stop` drops it. */
export async function startWorld(database: TestDatabase, options: WorldOptions = {}): Promise<World> {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const { now = EARLY_BIRD, webhooks } = options;
  const sandbox = await startOutside({ siteUrl, now, webhooks });
  const settings = readSettings(environmentOf(sandbox, siteUrl, database.url));
  const site = await startServer({
    settings: { ...settings, ...options.settings },
    log: options.log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    pages: options.pages ?? noPages,
    closedByBuild: options.closedByBuild ?? false,
    now: () => sandbox.clock.now(),
    protocolNow: options.protocolNow ?? (() => new Date()),
    randomBytes,
  });
  if (!options.ticketMails) await setTicketMails(database, false);
  const visitor = (address = nextAddress()) => new Visitor(siteUrl, address);
  const sessions = new Map<string, Promise<string>>();
  const stop = async () => {
    await site.stop();
    await sandbox.stop();
    await database.drop();
  };
  return {
    siteUrl,
    sandbox,
    stripe: connectStripe(settings.stripe!),
    database,
    dependencies: site.dependencies,
    context: () => jobContext(site.dependencies, 'test'),
    visitor,
    async staff(email = samplePeople[0]!.email) {
      const session = sessions.get(email) ?? sessionOf(siteUrl, email);
      sessions.set(email, session);
      const one = new Visitor(siteUrl);
      one.setCookie('session', await session);
      return one;
    },
    moveClock: (to) => sandbox.clock.set(new Date(to)),
    pay: (url, number = '4242 4242 4242 4242') => submitCard(url, { number }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function sessionOf(siteUrl: string, email: string): Promise<string> {
  const visitor = new Visitor(siteUrl);
  await visitor.signIn(email);
  const session = visitor.cookie('session');
  if (!session) throw new Error(`${email} has no session`);
  return session;
}

/** Whether confirmations and tickets are sent from now on: a mail without an active template is given up. */
export async function setTicketMails({ db }: TestDatabase, isActive: boolean): Promise<void> {
  const isTicketMail = inArray(emailTemplates.type, ['order_confirmation', 'ticket']);
  await db.update(emailTemplates).set({ isActive }).where(isTicketMail);
}

/** For tests of API calls only. */
const noFile = { file: 'none.svg', type: 'image/svg+xml', width: 1, height: 1 } as const;
export const noPages: PageSource = {
  appPage: async () => '<title></title><script id="boot" type="application/json">null</script>',
  asset: async () => null,
  ticketWorker: async () => '',
  door: { page: async () => '', worker: async () => '', asset: async () => null },
  public: {
    render: async (page) => `<h1>${page}</h1>`,
    style: '',
    script: '/assets/none.js',
    fonts: [],
    art: {
      gallery: {},
      speakers: {},
      sponsors: {},
      icons: {
        favicon: noFile,
        favicon32: noFile,
        appleTouch: noFile,
        icon192: noFile,
        icon512: noFile,
        maskable512: noFile,
      },
      socialCard: noFile,
    },
  },
};
