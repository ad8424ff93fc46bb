import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openBuiltPages } from '#server/http/pages.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#server/start-server.ts';

// One process of the site, as `src/server/main.ts` runs it but for the clock, which the parent's messages set.

let offset = Number(process.env.CLOCK_OFFSET ?? 0);
process.on('message', (message: { offset?: number }) => {
  offset = message.offset ?? offset;
});
// Without its parent it has nothing to live for.
process.on('disconnect', () => process.exit(1));

const settings = readSettings(process.env);
const server = await startServer({
  settings,
  log: createLog(settings.logLevel),
  pages: await openBuiltPages(fileURLToPath(new URL('../../dist', import.meta.url))),
  closedByBuild: false,
  now: () => new Date(Date.now() + offset),
  protocolNow: () => new Date(),
  randomBytes,
});
// The minute's run of reconciliation without waiting for the minute, and word when it is over.
process.on('message', (message: { reconcile?: true }) => {
  if (!message.reconcile) return;
  const run = jobHandlers(server.dependencies)['reconcile-payments']({}, { isLast: true });
  void run.then(() => process.send?.({ reconciled: true }));
});
// What every object of the process has been given, for those who try to.
process.on('message', (message: { inherited?: true }) => {
  if (message.inherited) process.send?.({ inherited: Object.keys(Object.prototype) });
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.send?.({ port: server.port });
