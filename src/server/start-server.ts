import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Logger } from 'pino';
import { content } from '#content/content.ts';
import { findContentProblems } from '#contract/content.ts';
import { endPasswordSessions } from './accounts/password-sign-in.ts';
import { createApp } from './app.ts';
import type { Dependencies } from './context.ts';
import { openDatabase } from './db/open-database.ts';
import { requireDatabase } from './db/require-database.ts';
import { seed } from './db/seed.ts';
import { startEmbeddedPostgres } from './embedded-db/embedded-postgres.ts';
import type { PageSource } from './http/pages.ts';
import { jobHandlers } from './job-handlers.ts';
import { openQueue } from './jobs/queue.ts';
import { openMailTransport } from './mail/transport.ts';
import { openOperations } from './metrics/operations.ts';
import { checkAccounts, openGateways } from './payments/gateways/open-gateways.ts';
import { type Settings, StartRefusal } from './settings.ts';

export interface ServerOptions {
  readonly settings: Settings;
  readonly pages: PageSource;
  readonly closedByBuild: boolean;
  readonly log: Logger;
  /** The clock for all business rules; the real one except in the demo and in tests. */
  readonly now: () => Date;
  readonly protocolNow: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}

export interface RunningServer {
  readonly port: number;
  readonly dependencies: Dependencies;
  /** Resolves with the reason when the site can't continue and its process must end. */
  readonly failed: Promise<Error>;
  /** From now on `/health` returns 503; everything else works as before. */
  withdraw(): void;
  /**
   * Stops accepting connections, lets running work finish, and closes everything: within nine seconds, except that an
   * embedded PostgreSQL may take longer to stop.
   */
  stop(): Promise<void>;
}

/** Database, jobs and HTTP, in order of dependency. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const problems = findContentProblems(content);
  if (problems.length > 0) throw new StartRefusal(problems);
  const { settings, log } = options;
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  // If an older version of the site has the port, it could not start again after migrations.
  const probe = new Listener();
  await listen(probe, settings);
  await new Promise((resolve) => probe.close(resolve));
  try {
    const embedded = settings.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
    if (embedded) undo.push(() => embedded.stop());
    const failed = new Promise<Error>((resolve) => void embedded?.keepRunning().catch(resolve));
    const databaseUrl = settings.databaseUrl ?? embedded!.url;
    await requireDatabase(databaseUrl);
    const database = await openDatabase(databaseUrl, (error) => {
      log.warn({ err: error }, 'an idle database connection was lost');
    });
    undo.push(() => database.close());
    const operations = openOperations(database.pool);
    // They would be valid again once passwords are accepted again.
    if (!settings.acceptsPasswords) await endPasswordSessions(database.db);
    const { installation } = await seed(database.db, content, options.now());
    const queue = await openQueue(database.jobsPool, log);
    undo.push(() => queue.stop());
    const mail = openMailTransport(settings.mail);
    undo.push(async () => mail.close());

    await checkAccounts(settings, (error) =>
      log.warn({ err: error }, 'a payment account could not be checked'),
    );
    const gateways = await openGateways(settings, installation);
    const dependencies: Dependencies = { ...options, content, db: database.db, queue, mail, gateways };
    // Catches up on what happened while no process ran. Queued before the first poll, so that it isn't a minute late.
    await queue.enqueue(database.db, 'sweep-payments', {});
    await queue.work(jobHandlers(dependencies));
    await queue.schedule('reconcile-payments', '* * * * *');
    await queue.schedule('sweep-payments', '41 3 * * *');
    await queue.schedule('read-fees', '*/10 * * * *');
    await queue.schedule('refresh-catalog', '*/10 * * * *');
    await queue.schedule('purge-expired', '17 3 * * *');
    await queue.schedule('remind-teams', '*/10 * * * *');
    await queue.schedule('apply-retention', '23 4 * * *');
    if (settings.appleWallet || settings.googleWallet) await queue.schedule('update-passes', '* * * * *');
    // Reconciles at once what was open when the last process ended.
    await queue.enqueue(database.db, 'reconcile-payments', {});
    await queue.enqueue(database.db, 'refresh-catalog', {});

    const server = createAdaptorServer({
      fetch: createApp(dependencies, options.pages, operations).fetch,
      // Node reads the rest of a refused body by itself. The adapter would close the connection half a second later,
      // even if the next request has already arrived on it.
      autoCleanupIncoming: false,
      // By default Node checks for overdue requests only every 30 s, so they could last twice as long.
      serverOptions: { headersTimeout: 10_000, requestTimeout: 25_000, connectionsCheckingInterval: 1_000 },
    }) as Server;
    const port = await listen(server, settings);
    undo.push(() => close(server));
    return { port, dependencies, failed, withdraw: operations.withdraw, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listen(server: Listener, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program; set PORT to a free one.`
          : `The site cannot listen on ${host}:${port}: ${cause.message}.`;
      reject(new StartRefusal([sentence]));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Together with the jobs' share and the notice that main gives first, within ten seconds. */
const CLOSE_MS = 5_500;
/** A connection that was just accepted may take this long to bring its request. */
const ARRIVAL_MS = 100;

/**
 * Answers every request whose connection was made before. HTTP's own close would reset connections that the kernel has
 * accepted and we haven't, and those whose request hasn't been read yet.
 */
async function close(server: Server): Promise<void> {
  await acceptWaiting(server);
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    const sweep = setInterval(() => server.closeIdleConnections(), ARRIVAL_MS);
    Listener.prototype.close.call(server, () => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** Until no connection waits anymore, but at most for half a second. Each turn of the event loop accepts one. */
async function acceptWaiting(server: Server): Promise<void> {
  const giveUpAt = performance.now() + 500;
  let isWaiting = true;
  server.on('connection', () => {
    isWaiting = true;
  });
  while (isWaiting && performance.now() < giveUpAt) {
    isWaiting = false;
    // The first may run before this turn's connection is accepted, the second can't.
    await setImmediate();
    await setImmediate();
  }
}
