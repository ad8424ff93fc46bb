import { expect, test } from 'vitest';
import { textIn } from '#test/elements.ts';
import { ByHand } from './by-hand.tsx';

test.each([
  [['Ada'], 'Write this name by hand', 'in this name, so the badge has a line to write on: Ada.'],
  [
    ['Ada', 'Bo'],
    'Write these names by hand',
    'in these names, so each badge has a line to write on: Ada, Bo.',
  ],
])('%j: %s', (names, title, text) => {
  const notice = ByHand({ names })!;
  expect(notice.props.title).toBe(title);
  expect(textIn(notice.props.children)).toContain(text);
});
