import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DoorState } from '../engine/engine.ts';
import { Notices } from './notices.tsx';

test('a phone whose invitation may have expired says so, and does not blame its clock', () => {
  const state = { storage: 'kept', refused: [], news: [], clockProblem: false, mayHaveEnded: true };
  const html = renderToString(
    createElement(Notices, { state: state as unknown as DoorState, onRead: () => {} }),
  );
  expect(html).toContain('invitation may have expired');
  expect(html).toContain('count only after it joins again');
  expect(html).not.toContain('clock may be wrong');
});
