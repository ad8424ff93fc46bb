import { nextTick } from 'node:process';
import { expect, test } from 'vitest';
import { rawRequest } from '#test/raw-request.ts';
import { createWorld } from '#test/world.ts';

test('a site that stops still answers on connections that wait to be accepted', async () => {
  const world = await createWorld();
  const answers = Array.from({ length: 5 }, () => rawRequest(world.siteUrl, '/health/live'));
  // They are connected now, and this turn of the event loop can't accept them.
  await new Promise<void>((resolve) => nextTick(resolve));
  const stopped = world.stop();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await stopped;
});
