import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openBuiltPages } from '#server/http/pages.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#server/start-server.ts';

// One process of the site, run as `src/server/main.ts` does, except for the clock, which the parent sets by message.

let offset = Number(process.env.CLOCK_OFFSET ?? 0);
process.on('message', (message: { offset?: number }) => {
  offset = message.offset ?? offset;
});
// Ends with its parent.
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
// Runs the reconciliation immediately and reports when it is done.
process.on('message', (message: { reconcile?: true }) => {
  if (!message.reconcile) return;
  const run = jobHandlers(server.dependencies)['reconcile-payments']({}, { isLast: true });
  void run.then(() => process.send?.({ reconciled: true }));
});
// Anything added to Object.prototype, for checks that try to.
process.on('message', (message: { inherited?: true }) => {
  if (message.inherited) process.send?.({ inherited: Object.keys(Object.prototype) });
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.send?.({ port: server.port });
