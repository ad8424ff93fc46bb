import { afterEach, expect, test, vi } from 'vitest';
import { shortCode } from '#domain/short-code.ts';
import { findButton, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { EntryRow } from './paper-page.tsx';
import { usePaperList } from './use-paper-list.ts';

vi.mock('../../clock.ts', () => ({ syncClock: () => {}, now: () => new Date() }));
vi.mock('../frame/admin-subpage.tsx', () => ({ AdminSubpage: 'main' }));

afterEach(() => vi.unstubAllGlobals());

const [ada, bo] = [shortCode(1), shortCode(2)];
const sheet = { door: 'Garage', collectedAt: '2025-09-20T15:00:00Z' };
const wrong = { ...sheet, collectedAt: '2025-09-20T23:00:00Z' };
const refuse = () =>
  Response.json({ code: 'invalid', message: 'Enter a time that has already passed' }, { status: 400 });

type Page = ReturnType<typeof usePaperList>;

/** The page with a server whose responses are `answers`, in order; `sent` are the times of the sheets it got. */
async function openPage(...answers: (() => Response)[]) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { collectedAt, entries } = JSON.parse(body);
    sent.push(collectedAt);
    const stored = entries.map(({ id }: { id: string }) => ({
      id,
      name: 'Ada Sample',
      isDuplicate: false,
      isExpected: true,
    }));
    return answers.shift()?.() ?? Response.json({ stored, unknown: [] });
  });
  const online = new EventTarget();
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online));
  vi.stubGlobal('removeEventListener', online.removeEventListener.bind(online));
  const page = await mount(usePaperList);
  return { page, sent, online, states: () => page.result.entries.map(({ code, state }) => [code, state]) };
}

test('a refused sheet is not sent again, does not hold up the next one, and can be removed', async () => {
  const { page, sent, states } = await openPage(refuse);
  await page.act(() => page.result.type(ada, wrong));
  await page.act(() => page.result.type(bo, sheet));
  expect(states()).toEqual([
    [ada, 'refused'],
    [bo, 'stored'],
  ]);
  expect(sent).toEqual([wrong.collectedAt, sheet.collectedAt]);
  expect([page.result.waiting, page.result.error]).toEqual([0, null]);
  await page.act(() => page.result.remove(page.result.entries[0]!.id));
  expect(states()).toEqual([[bo, 'stored']]);
});

test.each<[string, (page: Page, online: EventTarget) => unknown]>([
  ['somebody presses the button', ({ retry }) => retry()],
  ['the network is back', (_, online) => online.dispatchEvent(new Event('online'))],
  ['the next code is typed', ({ type }) => type(bo, sheet)],
])('a sheet that did not arrive waits until %s', async (_when, next) => {
  const { page, states, online } = await openPage(() => Response.error());
  await page.act(() => page.result.type(ada, sheet));
  expect([states(), page.result.error !== null]).toEqual([[[ada, 'waiting']], true]);
  await page.act(() => next(page.result, online));
  expect([states()[0], page.result.waiting, page.result.error]).toEqual([[ada, 'stored'], 0, null]);
});

test('of two entries undone at once, each says how it went', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
  const stored = { state: 'stored', isDuplicate: false, isExpected: true, ...sheet } as const;
  const undone: string[] = [];
  const rows = await mount(() =>
    ['Ada Sample', 'Bo Sample'].map((name) =>
      EntryRow({
        entry: { ...stored, id: name, code: ada, name },
        onUndone: () => undone.push(name),
        onRemove: () => {},
      }),
    ),
  );
  await rows.act(() => findButton(rows.result[0], 'Undo').props.onClick());
  await rows.act(() => findButton(rows.result[1], 'Undo').props.onClick());
  const message = 'Something went wrong.';
  await rows.act(() => answers[0]!(Response.json({ code: 'internal', message }, { status: 500 })));
  await rows.act(() => answers[1]!(Response.json({ now: sheet.collectedAt })));
  expect(undone).toEqual(['Bo Sample']);
  expect(rows.result.map((row) => textIn(row).includes(message))).toEqual([true, false]);
});
