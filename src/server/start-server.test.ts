import { nextTick } from 'node:process';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { rawRequest } from '#test/raw-request.ts';
import { readWalletSettings, walletAccounts } from '#test/wallets.ts';
import { createWorld, startWorld } from '#test/world.ts';

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
