import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { nextTick } from 'node:process';
import { expect, test } from 'vitest';
import { close, listen } from '#sandbox/control/listen.ts';
import { createTestDatabase } from '#test/database.ts';
import { rawRequest } from '#test/raw-request.ts';
import { requiredSettings } from '#test/required-settings.ts';
import { readWalletSettings, walletAccounts } from '#test/wallets.ts';
import { createWorld, noPages, startWorld } from '#test/world.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';
import { startServer } from './start-server.ts';

test('a site that stops still answers on connections that wait to be accepted', async () => {
  const world = await createWorld();
  const answers = Array.from({ length: 5 }, () => rawRequest(world.siteUrl, '/health/live'));
  // They are connected now, and this turn of the event loop can't accept them.
  await new Promise<void>((resolve) => nextTick(resolve));
  const stopped = world.stop();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await stopped;
});

test.each(['appleWallet', 'googleWallet'] as const)('a site with %s alone updates passes', async (wallet) => {
  const { environment } = await walletAccounts();
  const { [wallet]: account } = readWalletSettings(environment);
  const settings = { appleWallet: null, googleWallet: null, [wallet]: account };
  const world = await startWorld(await createTestDatabase(), { settings });
  const { rows } = await world.database.pool.query(
    `SELECT cron FROM jobs.schedule WHERE name = 'update-passes'`,
  );
  await world.stop();
  expect(rows).toEqual([{ cron: '* * * * *' }]);
});

test('a port that is taken is reported before the database is touched', async () => {
  const other = createServer();
  const PORT = String(await listen(other));
  const DATABASE_URL = 'postgresql://summit:secret@127.0.0.1:9/summit';
  const starting = startServer({
    settings: readSettings({ ...requiredSettings, PORT, HOST: '127.0.0.1', DATABASE_URL }),
    log: createLog('silent'),
    pages: noPages,
    closedByBuild: false,
    now: () => new Date(),
    protocolNow: () => new Date(),
    randomBytes,
  });
  await expect(starting).rejects.toThrow(`Port ${PORT} is taken by another program; set PORT to a free one.`);
  await close(other);
});
