import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readBuildFlags } from './build-flags.ts';
import { openBuiltPages } from './http/pages.ts';
import { createLog } from './log.ts';
import { readSettings, SettingsError } from './settings.ts';
import { startServer } from './start-server.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

try {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const server = await startServer({
    settings,
    log,
    pages: await openBuiltPages(dist),
    closedByBuild: await readBuildFlags(dist),
    now: () => new Date(),
    protocolNow: () => new Date(),
    randomBytes,
  });
  log.info({ port: server.port, url: settings.publicUrl }, 'the site is ready');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      void server.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  const text = error instanceof SettingsError ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
