import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DoorEngine, DoorState, OwnScan } from '../engine/engine.ts';
import { OwnScansScreen } from './own-scans-screen.tsx';

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

function render(scan: OwnScan, today = '2025-09-19'): string {
  const engine = { own: () => [scan] } as Partial<DoorEngine>;
  const state = { practice: false, today } as DoorState;
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
