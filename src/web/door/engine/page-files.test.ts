import { afterEach, expect, test, vi } from 'vitest';
import { setPhone, until } from '#test/door-site.ts';

const on = setPhone();
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

test('a phone whose page could not be stored tries again each minute until it can report itself ready', async () => {
  let setReady = () => {};
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });
  // The browser rejects the files twice, which `ready` doesn't tell.
  const register = vi.fn(async () => {
    if (register.mock.calls.length === 3) setReady();
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, ready } });
  const engine = await on.joined();
  engine.reportReady(true);
  const reports = () => on.site.calls.map((one) => (one as never as { status: { isReady: boolean } }).status);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(2);
  expect(reports().some(({ isReady }) => isReady)).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await until(engine, () => reports().at(-1)!.isReady);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(register).toHaveBeenCalledTimes(3);
});

test('a phone that another tab has wiped and joined again stores its page anew before it reports itself ready', async () => {
  const registered = { unregister: async () => true };
  const register = vi.fn(async () => registered);
  const serviceWorker = { register, ready: Promise.resolve(), getRegistration: async () => registered };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  const first = await on.joined();
  const second = on.openPage();
  await until(second, ({ phase }) => phase === 'working');
  await vi.advanceTimersByTimeAsync(2000);
  // Each tab has stored it.
  expect(register).toHaveBeenCalledTimes(2);
  on.site.isRevoked = true;
  await until(second, ({ phase }) => phase === 'wiped');
  on.site.isRevoked = false;
  await second.join('another secret', 'Maria', 'Garage');
  await until(first, ({ phase }) => phase === 'working');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(register).toHaveBeenCalledTimes(4);
});
