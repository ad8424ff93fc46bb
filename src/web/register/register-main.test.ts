import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { ContinueBar } from './continue-bar.tsx';
import { RegisterMain } from './register-main.tsx';
import { useCapacity } from './use-capacity.ts';

vi.mock('../boot.ts', () => ({
  boot: { now: '2025-07-15T16:00:00Z', closedByBuild: false, listings: [], hasOrders: false },
}));
let pending: object | null = null;
vi.mock('../pending-registration.ts', () => ({ readPendingRegistration: () => pending }));
let showAgain = () => {};
vi.mock('../use-when-shown-again.ts', () => ({
  useWhenShownAgain: (act: () => void) => {
    showAgain = act;
  },
}));

afterEach(() => vi.unstubAllGlobals());

test('the back button shows the unfinished order that was made since', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const main = await mount(() => RegisterMain({ capacity: null }) as Drawn<{ capacity: null }>);
  const { type, props } = main.result;
  const page = await mount(() => type(props));
  const notice = () => findByProp<{ onGivenUp: () => void }>(page.result, 'onGivenUp');
  expect(notice).toThrow('no element has the prop onGivenUp');
  pending = {};
  await page.act(() => showAgain());
  expect(notice).not.toThrow();
});

test('seats that this tab’s own checkout holds count as free', async () => {
  pending = { checkoutId: '9f0c8e9a-00ab-4000-8000-00000000000c' };
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise(() => {});
  });
  await mount(() => useCapacity(null));
  expect(asked).toEqual(['/api/capacity-status?checkoutId=9f0c8e9a-00ab-4000-8000-00000000000c']);
});

test('the free seats are not asked for while the page is hidden', async () => {
  const fetched = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  await mount(() => {
    Object.assign(document, { hidden: true });
    return useCapacity(null);
  });
  expect(fetched).not.toHaveBeenCalled();
});

test('a slow response does not overwrite the free seats of a newer one', async () => {
  const waiting: ((remaining: number) => void)[] = [];
  const fetch = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const counts = { maxCapacity: 100, currentRegistrations: 0, status: 'available' };
      waiting.push((remaining) =>
        resolve(Response.json([{ eventDate: '2025-09-20', remaining, ...counts }])),
      );
    });
  vi.stubGlobal('fetch', fetch);
  const page = await mount(() => useCapacity(null).days);
  await page.act(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.act(() => waiting[1]!(2));
  await page.act(() => waiting[0]!(9));
  expect(page.result?.map(({ remaining }) => remaining)).toEqual([2]);
});

test('the total is announced with its package, also where only the summary shows it', () => {
  const amounts = { price: 1500_00, discount: 0, total: 1500_00 };
  const bar = ContinueBar({ item: 'Individual Package', amounts, reason: null, isReady: true });
  const { props } = findByProp<{ role: string; className: string }>(bar, 'role');
  expect([props.role, textIn(bar)]).toEqual([
    'status',
    expect.stringContaining('Individual Package, Total$1,500'),
  ]);
  expect(props.className).not.toContain('hidden');
});
