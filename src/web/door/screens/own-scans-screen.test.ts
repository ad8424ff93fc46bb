import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import type { DoorEngine, DoorState, OwnScan } from '../engine/door-engine.ts';
import { OwnScansScreen } from './own-scans-screen.tsx';

afterEach(() => vi.unstubAllGlobals());

const admitted: OwnScan = {
  id: 's',
  kind: 'admit',
  key: { registration: 7 },
  person: 'Ada Sample',
  at: Date.parse('2025-09-19T14:42:00Z'),
  method: 'qr_scan',
  practice: false,
  isSent: true,
  isUndone: false,
  refused: null,
};

function render(scan: OwnScan, today = '2025-09-19', practice = false): string {
  const engine = { own: () => [scan] } as Partial<DoorEngine>;
  const state = { practice, today } as DoorState;
  const props = { engine: engine as DoorEngine, state, onBack: () => {} };
  return renderToString(createElement(OwnScansScreen, props)).replaceAll('<!-- -->', '');
}

test('a scan of another day says its day, and its undo stands out less', () => {
  const undoIn = (html: string) => html.match(/<button[^>]*aria-label="Undo: Ada Sample"[^>]*>/)?.[0];
  const [same, later] = [render(admitted), render(admitted, '2025-09-20')];
  expect([same, later].map((html) => html.match(/Admitted[^<]*/)?.[0])).toEqual([
    'Admitted at 8:42',
    'Admitted on September 19 at 8:42',
  ]);
  expect(undoIn(same)).toBeDefined();
  expect(undoIn(later)).toBeDefined();
  expect(undoIn(later)).not.toBe(undoIn(same));
});

test.each([
  ['an admission', {}, true, false],
  ['an admission of practice', { practice: true }, true, true],
  ['an admission that was undone', { isUndone: true }, false, false],
  ['an admission that the server refused', { refused: 'No one matches.' }, false, false],
  ['a name', { kind: 'name' }, true, false],
  ['a name given in practice', { kind: 'name', practice: true }, false, false],
  ['an undo', { kind: 'undo' }, false, false],
] as const)(
  '%s can be undone if it counts, and in practice only that of practice',
  (_what, change, normally, inPractice) => {
    const canUndo = (practice: boolean) =>
      render({ ...admitted, ...change }, '2025-09-19', practice).includes('Undo: Ada Sample');
    expect([canUndo(false), canUndo(true)]).toEqual([normally, inPractice]);
  },
);

test('a withdrawn name is not shown as an undone admission', () => {
  expect(render({ ...admitted, kind: 'withdraw' })).toContain('Removed the name at 8:42');
});

test.each([
  ['admit', 'Ada Sample is still admitted. Please try again.'],
  ['name', 'Ada Sample still has the seat. Please try again.'],
] as const)('a failed undo says what still holds: %s', async (kind, words) => {
  const undo = () => Promise.reject(new Error('full'));
  const engine = { own: () => [{ ...admitted, kind }], undo } as Partial<DoorEngine>;
  const state = { practice: false, today: '2025-09-19' } as DoorState;
  const screen = await mount(() => OwnScansScreen({ engine: engine as DoorEngine, state, onBack: () => {} }));
  await screen.act(() => findByProp<{ onUndo: () => void }>(screen.result, 'onUndo').props.onUndo());
  expect(renderToString(screen.result).replaceAll('<!-- -->', '')).toContain(words);
});
