import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#test/world.ts';
import { jobHandlers } from '../job-handlers.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const V1 = '/api/apple-wallet/v1';
const REGISTRATIONS = `${V1}/devices/phone-1/registrations/pass.org.example.summit`;

test('a site without the settings offers no passes', async () => {
  const paths = ['pass', 'google-pass'].map((end) => `/api/order/${'0'.repeat(28)}/tickets/1/${end}`);
  for (const path of [...paths, '/api/wallet/passes/none']) {
    const response = await world.visitor().get(path);
    expect([path, response.status, (await response.json()).code]).toEqual([path, 404, 'not_found']);
  }
});

test('a site without the settings has no web service, and its job does nothing', async () => {
  const statuses = await Promise.all([
    world.visitor().get(`${V1}/passes/pass.org.example.summit/x`),
    world.visitor().get(REGISTRATIONS),
    world.visitor().post(`${REGISTRATIONS}/x`, { pushToken: 'ab' }),
    world.visitor().post(`${V1}/log`, { logs: ['x'] }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await jobHandlers(world.dependencies)['update-passes']({}, { isLast: true });
});
