import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { limitWaits, withPatience } from '../db/connection-waits.ts';
import { openDoorStream } from './door-stream.ts';

const PHONE = {
  id: '1',
  person: 'Maria',
  door: 'Main entrance',
  role: 'steward',
  endsAt: new Date('2100-01-01'),
};

/** A database whose connections take a moment, with a door stream on it. */
function openDoor() {
  const seen = { isDown: false, allowedMs: [] as number[], answered: 0, phonesLookedUp: 0 };
  const pool = {
    options: { connectionTimeoutMillis: 5_000 },
    _pendingQueue: [],
    connect: async () => {
      seen.allowedMs.push(pool.options.connectionTimeoutMillis);
      await sleep(20);
    },
  };
  limitWaits(pool as never);
  const db = {
    execute: async () => {
      if (seen.isDown) throw new Error('no database');
      await pool.connect();
      seen.answered += 1;
      return { rows: [{ cursor: '1', changed: false }] };
    },
    select: () => {
      seen.phonesLookedUp += 1;
      return { from: () => ({ where: async () => [] }) };
    },
  };
  const now = () => new Date();
  const dependencies = { db: db as never, log: pino({ level: 'silent' }), now, protocolNow: now };
  const { streamToPhone } = openDoorStream(dependencies, () => false);
  const app = new Hono<{ Variables: { ctx: unknown } }>();
  app.get('/', (c) => {
    c.set('ctx', { actor: { phone: PHONE }, now: now() });
    return withPatience(5_000, () => streamToPhone(c as never));
  });
  const open = async () => (await app.request('/')).body!.getReader();
  return { app, open, seen };
}

test('each poll may wait as long as the one before, however long the stream has been open', async () => {
  const { open, seen } = openDoor();
  const reader = await open();
  await reader.read();
  await eventually(() => expect(seen.allowedMs.slice(0, 3)).toEqual([5_000, 5_000, 5_000]));
  await reader.cancel();
});

/** Keeps `setTimeout` from running by itself during one test. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a stream that cannot begin ends, and no poll looks for its phone', async () => {
  holdTimers();
  const { open, seen } = openDoor();
  seen.isDown = true;
  const reader = await open();
  expect((await reader.read()).done).toBe(true);
  seen.isDown = false;
  vi.runOnlyPendingTimers();
  await eventually(() => expect(seen.answered).toBe(1));
  expect(seen.phonesLookedUp).toBe(0);
});

test('a HEAD request opens no stream, so nothing is polled for it', async () => {
  holdTimers();
  expect((await openDoor().app.request('/', { method: 'HEAD' })).status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
});
