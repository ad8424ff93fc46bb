import { expect, test, vi } from 'vitest';
import { ada, setPhone, token, until } from '#test/door-site.ts';
import { StillWaiting } from './door-engine.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;
const bo = { registration: 20 };

test('a phone that joins again first sends its queued scans as the previous phone', async () => {
  const engine = await joined();
  await goOffline(engine);
  const [byMaria] = await engine.admit([ada], 'qr_scan');
  on.site.reach = 'up';
  await engine.join('another', 'Jo', 'High Street');
  const { phone } = await until(engine, ({ phase }) => phase === 'working');
  expect(phone).toMatchObject({ person: 'Jo', door: 'High Street' });
  expect(engine.own()).toEqual([]);
  const [byJo] = await engine.admit([bo], 'qr_scan');
  await until(engine, ({ waiting }) => waiting === 0);
  expect(Object.fromEntries(on.site.sentBy)).toEqual({ [byMaria!]: 'Maria', [byJo!]: 'Jo' });
  kill();
  expect((await until(openPage(), ({ phase }) => phase === 'working')).phone?.person).toBe('Jo');
});

test('a phone that joins again while another tab admits somebody loses no scan', async () => {
  const engine = await joined();
  const other = openPage();
  await until(other, ({ phase }) => phase === 'working');
  const hashing = Promise.withResolvers<void>();
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const hash = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
    await hashing.promise;
    return digest(algorithm, data);
  });
  const joining = engine.join('another', 'Jo', 'High Street');
  await until(engine, () => hash.mock.calls.length > 0);
  on.site.failsWith = () => true;
  const [id] = await other.admit([ada], 'qr_scan');
  await until(engine, ({ waiting }) => waiting === 1);
  hashing.resolve();
  await joining;
  hash.mockRestore();
  on.site.failsWith = () => false;
  await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
  expect(on.site.sent().map((one) => one.id)).toEqual([id]);
});

test('a phone that cannot send its queued scans, or gets no response, keeps its identity', async () => {
  const engine = await joined();
  await goOffline(engine);
  const [id] = await engine.admit([ada], 'qr_scan');
  await expect(engine.join('another', 'Jo', 'Garage')).rejects.toBeInstanceOf(StillWaiting);
  expect(engine.state()).toMatchObject({ phone: { person: 'Maria' }, waiting: 1 });
  on.site.reach = 'up';
  await until(engine, ({ waiting }) => waiting === 0);
  expect(on.site.sentBy.get(id!)).toBe('Maria');

  await goOffline(engine);
  await expect(engine.join('another', 'Jo', 'Garage')).rejects.toMatchObject({ code: 'unreachable' });
  expect(await engine.judge(token('1'))).toMatchObject({ kind: 'already_in' });
  expect(on.site.joined.map(({ person }) => person)).toEqual(['Maria']);
});

test('a phone with a scan that the server fails with keeps its identity', async () => {
  const engine = await joined();
  await goOffline(engine);
  const [id] = await engine.admit([ada], 'qr_scan');
  let failures = 0;
  on.site.failsWith = () => {
    failures += 1;
    return failures < 100;
  };
  on.site.reach = 'up';
  await expect(engine.join('another', 'Jo', 'Garage')).rejects.toBeInstanceOf(StillWaiting);
  expect(engine.state()).toMatchObject({ phone: { person: 'Maria' }, waiting: 1 });
  on.site.failsWith = () => false;
  await engine.join('another', 'Jo', 'Garage');
  expect(on.site.sentBy.get(id!)).toBe('Maria');
});

test('a late response for the previous phone changes nothing', async () => {
  const engine = await joined();
  const asked = on.site.calls.length;
  const held = Promise.withResolvers<void>();
  on.site.held = held.promise;
  on.site.isRevoked = true;
  await until(engine, () => on.site.calls.length > asked);
  on.site.held = null;
  on.site.isRevoked = false;
  await engine.join('another', 'Jo', 'Garage');
  held.resolve();
  const { phone, tickets } = await until(
    engine,
    ({ phase, progress }) => phase === 'working' && progress === null,
  );
  expect([phone?.person, tickets]).toEqual(['Jo', 3]);
});

test('a late refusal of the previous phone changes nothing', async () => {
  const engine = await joined();
  const held = Promise.withResolvers<void>();
  on.site.held = held.promise;
  on.site.knowsPhone = false;
  const respond = vi.spyOn(on.site, 'respond');
  await until(engine, () => respond.mock.calls.length > 0);
  on.site.held = null;
  on.site.knowsPhone = true;
  await engine.join('another', 'Jo', 'Garage');
  const asked = on.site.calls.length;
  held.resolve();
  await until(engine, () => on.site.calls.length > asked + 1);
  expect(engine.state()).toMatchObject({ phase: 'working', phone: { person: 'Jo' }, tickets: 3 });
});

test('a phone recognizes the invitation it joined with', async () => {
  const engine = await joined();
  expect([await engine.hasJoinedWith('secret'), await engine.hasJoinedWith('another')]).toEqual([
    true,
    false,
  ]);
  await engine.join('another', 'Jo', 'Garage');
  expect([await engine.hasJoinedWith('secret'), await engine.hasJoinedWith('another')]).toEqual([
    false,
    true,
  ]);
});
