import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { content } from '#content/content.ts';
import { readBuildFlags } from './build-flags.ts';
import { openBuiltPages } from './http/pages.ts';
import { createLog } from './log.ts';
import { readEnvironment, readSettings } from './settings.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { findStartWarnings } from './start-warnings.ts';
import { tellOperator } from './tell-operator.ts';

/** Gives load balancers time to see that the process is leaving before it stops accepting connections. */
const NOTICE_MS = 1_000;
const LIMIT_MS = 9_800;
/** Ctrl-C comes from the terminal and once more from npm. */
const SAME_SIGNAL_MS = 500;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

let stoppingSince: number | null = null;

try {
  const settings = readSettings(await readEnvironment());
  const log = createLog(settings.logLevel);
  const starting = startServer({
    settings,
    log,
    pages: await openBuiltPages(dist),
    closedByBuild: await readBuildFlags(dist),
    now: () => new Date(),
    protocolNow: () => new Date(),
    randomBytes,
  });
  // From now on, because a start that is cut short would leave the embedded PostgreSQL running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      log.info({ signal }, 'stopping');
      stoppingSince = performance.now();
      // An embedded PostgreSQL has only this process, which has to stop it, however slowly.
      if (settings.databaseUrl) limitStop(log);
      void starting.then(
        (server) => stopWithNotice(server, 0),
        () => {}, // told below
      );
    });
  }
  const server = await starting;
  for (const warning of findStartWarnings(settings, content.event)) log.warn(warning);
  if (stoppingSince === null) log.info({ port: server.port, url: settings.publicUrl }, 'the site is ready');
  void server.failed.then((error) => {
    log.fatal({ err: error }, 'the site cannot continue; its process is exiting');
    limitStop(log);
    return stopWithNotice(server, 1);
  });
} catch (error) {
  process.stderr.write(`${tellOperator(error)}\n`);
  process.exit(stoppingSince === null ? 1 : 0);
}

function limitStop(log: Logger): void {
  setTimeout(() => {
    log.error('running work did not end in time');
    process.exit(1);
  }, LIMIT_MS).unref();
}

async function stopWithNotice(server: RunningServer, code: 0 | 1): Promise<void> {
  server.withdraw();
  await sleep(NOTICE_MS);
  await server.stop();
  process.exit(code);
}
