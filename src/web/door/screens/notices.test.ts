import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DoorState } from '../engine/door-engine.ts';
import { Notices } from './notices.tsx';

function draw(state: Partial<DoorState>): string {
  const quiet = { storage: 'kept', refused: [], news: [], clockProblem: false, mayHaveEnded: false };
  return renderToString(
    createElement(Notices, { state: { ...quiet, ...state } as DoorState, onRead: () => {} }),
  );
}

test('what a volunteer confirms comes first; what stays shows its title, and its text when tapped', () => {
  const refused = [{ scan: 'a', person: 'Jane Sample', message: 'This ticket was canceled.' }];
  const html = draw({ storage: 'full', refused, clockProblem: true } as Partial<DoorState>);
  const shown = html
    .replaceAll(/<\/summary>.*?<\/details>/gs, '')
    .replaceAll(/<[^>]*>/g, '|')
    .match(/[^|]+/g);
  expect(shown).toEqual([
    'Not accepted: Jane Sample',
    'This ticket was canceled.',
    'OK',
    ': ',
    'Not accepted: Jane Sample',
    'This phone is full',
    'This phone’s clock may be wrong',
  ]);
});

test('a phone whose invitation may have expired says so, and does not blame its clock', () => {
  const html = draw({ mayHaveEnded: true });
  expect(html).toContain('invitation may have expired');
  expect(html).toContain('count only after it joins again');
  expect(html).not.toContain('clock may be wrong');
});
