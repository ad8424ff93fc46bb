import { describe, expect, test, vi } from 'vitest';
import { findDoorTicket } from '#contract/door.ts';
import { ada, orderOf, setPhone, token, until } from '#test/door-site.ts';
import type { DoorVerdict } from './door-engine.ts';
import { hashToken } from './hash-token.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

describe('a code that the copy does not know', () => {
  const unknown = token('9');

  test('is looked up at the server', async () => {
    const engine = await joined();
    on.site.orders = [await orderOf(9, ['New'])];
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'admit', person: { firstName: 'New' } });
    on.site.orders = [];
    expect(await engine.judge(token('8'))).toMatchObject({
      kind: 'unknown',
      wasAsked: true,
      isRemoved: false,
    });
    on.site.removed = [token('7')];
    expect(await engine.judge(token('7'))).toMatchObject({ kind: 'unknown', isRemoved: true });
  });

  test('is judged by the newest copy, even if a contact brings it before the response', async () => {
    const engine = await joined();
    const [older, newer] = [await orderOf(9, ['New']), await orderOf(9, ['Newer'])];
    on.site.orders = [older];
    const send = fetch;
    let respond: (() => void) | null = null;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const response = await send(address, init);
      if (address.endsWith(findDoorTicket.path)) await new Promise<void>((resolve) => (respond = resolve));
      return response;
    });
    const verdict = engine.judge(unknown);
    await until(engine, () => respond !== null);
    on.site.changed = [newer];
    await engine.admit([ada], 'qr_scan');
    await until(engine, () => engine.find('Newer').length === 1);
    respond!();
    expect(await verdict).toMatchObject({ kind: 'admit', person: { firstName: 'Newer' } });
  });

  test('is known as the code of a deleted ticket, without a network too', async () => {
    const engine = await joined();
    on.site.ended = [await hashToken(token('6')), await hashToken(token('7'))];
    await until(engine, () => on.site.ended === null);
    // Responses without them leave them as they are, and so does a new page.
    on.site.changed = [on.site.orders[0]!];
    await until(engine, () => on.site.changed.length === 0);
    kill();
    on.site.reach = 'down';
    const again = openPage();
    await until(again, ({ phase }) => phase === 'working');
    for (const ended of ['6', '7'])
      expect(await again.judge(token(ended))).toMatchObject({ kind: 'unknown', isRemoved: true });
    expect(await again.judge(unknown)).not.toHaveProperty('isRemoved');
  });

  test('is unknown after a second and a half without a response', async () => {
    const engine = await joined();
    const send = fetch;
    let waited = 0;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      // The phone also syncs meanwhile, if its hash of the code takes long.
      if (!address.endsWith(findDoorTicket.path)) return send(address, init);
      const from = Date.now();
      await new Promise((resolve) => init.signal!.addEventListener('abort', resolve));
      waited = Date.now() - from;
      throw init.signal!.reason;
    });
    let verdict: DoorVerdict | undefined;
    void engine.judge(unknown).then((told) => {
      verdict = told;
    });
    await until(engine, () => verdict !== undefined);
    expect(verdict).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(waited).toBe(1500);
  });

  test('is not looked up offline, or if it cannot be a ticket', async () => {
    const engine = await joined();
    expect(await engine.judge('https://example.org')).toMatchObject({ kind: 'unknown', wasAsked: false });
    await goOffline(engine);
    const asked = vi.spyOn(on.site, 'respond');
    on.site.reach = 'responses get lost';
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(asked).not.toHaveBeenCalled();
  });

  test('may be a practice ticket, which stands for a verdict in practice mode only', async () => {
    const engine = await joined();
    expect(await engine.judge('PRACTICE VALID')).toEqual({ kind: 'practice_ticket' });
    engine.setPractice(true);
    expect(await engine.judge('PRACTICE OTHER DAY')).toEqual({ kind: 'practice', of: 'wrong_day' });
  });
});
