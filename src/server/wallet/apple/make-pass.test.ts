import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storePaid } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { walletSettings } from '#test/wallets.ts';
import { createWorld, type World } from '#test/world.ts';

vi.mock('sharp', async (original) => {
  const { default: real } = await original<{ default: typeof sharp }>();
  return { default: vi.fn(real) };
});

let world: World;
beforeAll(async () => {
  const { settings } = await walletSettings();
  world = await createWorld({ settings });
});
afterAll(() => world.stop());

test('after the images could not be drawn once, the next pass has them', async () => {
  const { transactionId, people } = await storePaid(world, checkout());
  const get = async () =>
    (await world.visitor().get(`/api/order/${transactionId}/tickets/${people[0]!.id}/pass`)).status;
  vi.mocked(sharp).mockImplementationOnce(() => {
    throw new Error('out of memory');
  });
  expect([await get(), await get()]).toEqual([500, 200]);
});
