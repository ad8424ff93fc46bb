import { describe, expect, test, vi } from 'vitest';
import { ada, DAY_MS, phone, START, setPhone, until } from '#test/door-site.ts';
import type { DoorEngine } from './door-engine.ts';
import { openStore } from './door-store.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

function show(visibilityState: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a phone whose clock is wrong', () => {
  test('decides by the server’s time', async () => {
    on.site.phoneIsAhead = DAY_MS;
    vi.setSystemTime(START + DAY_MS);
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    const [sent] = on.site.sent();
    expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
      '2025-09-20T14',
      '2025-09-21T14',
    ]);
  });

  test.each([
    ['less than', 3],
    ['more than', 13],
  ])(
    'because it was set while the page was hidden, by %s a phone sleeps, corrects scans before they are sent',
    async (_, by) => {
      const hours = by * 3_600_000;
      const engine = await joined();
      await goOffline(engine);
      show('hidden');
      vi.setSystemTime(Date.now() + hours);
      on.site.phoneIsAhead = hours;
      show('visible');
      await engine.admit([ada], 'qr_scan');
      expect(engine.own()[0]!.at).toBeGreaterThanOrEqual(START + hours);
      on.site.reach = 'up';
      await until(engine, ({ waiting }) => waiting === 0);
      const [sent] = on.site.sent();
      expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
        '2025-09-20T14',
        new Date(START + hours).toISOString().slice(0, 13),
      ]);
    },
  );

  describe('because it was set while the page was closed', () => {
    const hours = 3 * 3_600_000;

    test('counts them on the corrected day, too', async () => {
      await joined();
      kill();
      on.site.reach = 'down';
      vi.setSystemTime(START + DAY_MS);
      on.site.phoneIsAhead = DAY_MS;
      const engine = openPage();
      await until(engine, ({ phase }) => phase === 'working');
      await engine.admit([ada], 'qr_scan');
      on.site.reach = 'up';
      const { today } = await until(engine, ({ waiting }) => waiting === 0);
      expect([today, on.site.sent()[0]!.decidedAt.slice(0, 10)]).toEqual(['2025-09-20', '2025-09-20']);
      expect(engine.judgePerson(ada)).toMatchObject({ kind: 'already_in', isOwn: true });
    });

    /** A scan that is three hours late, made without a network. */
    async function withLateScan() {
      await joined();
      kill();
      on.site.reach = 'down';
      vi.setSystemTime(START + hours);
      on.site.phoneIsAhead = hours;
      const engine = openPage();
      await until(engine, ({ phase }) => phase === 'working');
      await engine.admit([ada], 'qr_scan');
      expect(engine.own()[0]!.at).toBeGreaterThanOrEqual(START + hours);
      return engine;
    }

    async function expectCorrected(engine: DoorEngine) {
      await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
      const [sent] = on.site.sent();
      expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
        '2025-09-20T14',
        '2025-09-20T17',
      ]);
    }

    test('corrects scans before they are sent', async () => {
      const engine = await withLateScan();
      on.site.reach = 'up';
      await expectCorrected(engine);
    });

    test('corrects them if the page was closed again, too', async () => {
      await withLateScan();
      kill();
      const again = openPage();
      await until(again, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(again);
    });

    test('corrects them if another tab sends them, too', async () => {
      await withLateScan();
      const second = openPage();
      await until(second, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(second);
    });

    test('corrects them if the phone has to join again first, too', async () => {
      const engine = await withLateScan();
      on.site.knowsPhone = false;
      on.site.reach = 'up';
      await until(engine, ({ phase }) => phase === 'joining');
      on.site.knowsPhone = true;
      await engine.join('secret', 'Maria', 'Garage');
      await expectCorrected(engine);
    });

    test('corrects each scan once, even if the clock is set again before the scan is accepted', async () => {
      const engine = await withLateScan();
      on.site.failsWith = () => true;
      on.site.reach = 'up';
      await until(engine, ({ isOnline }) => isOnline);
      on.site.reach = 'down';
      kill();
      vi.setSystemTime(Date.now() + hours);
      on.site.phoneIsAhead += hours;
      on.site.failsWith = () => false;
      const again = openPage();
      await until(again, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(again);
    });

    test('leaves scans of the previous version of the page as they are', async () => {
      const engine = await withLateScan();
      const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
      const store = await openStore({ name });
      const { isUntimed: _, ...before } = store.kept.scans[0]!;
      await store.write({ scans: [before] });
      const { at } = engine.own()[0]!;
      kill();
      const again = openPage();
      on.site.reach = 'up';
      await until(again, ({ phase, waiting }) => phase === 'working' && waiting === 0);
      expect(on.site.sent().map((one) => Date.parse(one.decidedAt))).toEqual([at]);
    });
  });
});

describe('a phone whose clock is past the end of its invitation', () => {
  const toEnd = Date.parse(phone.endsAt) - START;

  function setClock(ahead: number) {
    vi.setSystemTime(Date.now() + ahead);
    on.site.phoneIsAhead = ahead;
  }

  async function expectItWorks(engine: DoorEngine) {
    on.site.reach = 'up';
    const { phase, tickets, mayHaveEnded } = await until(engine, ({ waiting }) => waiting === 0);
    expect([phase, tickets, mayHaveEnded]).toEqual(['working', 3, false]);
    expect(on.site.sent().map((one) => one.decidedAt.slice(0, 13))).toEqual(['2025-09-20T14']);
  }

  test('because it was set while the page was closed keeps the list', async () => {
    await goOffline(await joined());
    kill();
    setClock(toEnd + 6 * DAY_MS);
    const again = openPage();
    await until(again, ({ offlineSince }) => offlineSince !== null);
    const from = Date.now();
    await until(again, () => Date.now() > from + 2000);
    const stays = { phase: 'working', tickets: 3, clockProblem: false, mayHaveEnded: true };
    expect(again.state()).toMatchObject(stays);
    await again.admit([ada], 'qr_scan');
    await expectItWorks(again);
  });

  test('because it was set while the page was hidden keeps the list', async () => {
    const engine = await joined();
    await goOffline(engine);
    show('hidden');
    setClock(toEnd);
    show('visible');
    const from = Date.now();
    await until(engine, () => Date.now() > from + 2000);
    expect(engine.state()).toMatchObject({ phase: 'working', tickets: 3 });
    await engine.admit([ada], 'qr_scan');
    await expectItWorks(engine);
  });

  test('because it was reset, and then set right, keeps the list, and corrects what it scanned', async () => {
    await goOffline(await joined());
    kill();
    vi.setSystemTime(Date.parse('2020-01-01T00:00:00Z'));
    const engine = openPage();
    await until(engine, ({ phase, clockProblem }) => phase === 'working' && clockProblem);
    await engine.admit([ada], 'qr_scan');
    expect(engine.own()[0]!.at).toBeLessThan(START + 3_600_000);
    show('hidden');
    vi.setSystemTime(START + 5 * 3_600_000);
    show('visible');
    const from = Date.now();
    await until(engine, () => Date.now() > from + 2000);
    expect(engine.state()).toMatchObject({ phase: 'working', tickets: 3 });
    expect(engine.own()[0]!.at).toBeGreaterThanOrEqual(START + 5 * 3_600_000 - 60_000);
    on.site.reach = 'up';
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()[0]!.decidedAt.slice(0, 13)).toMatch(/^2025-09-20T1[89]$/);
  });

  test('by however much asks the server first, if it can', async () => {
    await joined();
    kill();
    setClock(365 * DAY_MS);
    const again = openPage();
    await until(again, ({ isOnline }) => isOnline);
    await again.admit([ada], 'qr_scan');
    await expectItWorks(again);
  });
});
