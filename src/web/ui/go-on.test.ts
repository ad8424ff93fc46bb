import type { KeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { goOn } from './go-on.ts';

afterEach(() => vi.unstubAllGlobals());

/** What has the focus after that key in the first of three fields, of which the second is disabled. */
function press(keyCode: number, enterKeyHint: string, repeat = false) {
  const document: { activeElement: object | null } = { activeElement: null };
  vi.stubGlobal('document', document);
  const field = (isDisabled = false) => ({
    enterKeyHint,
    form: {},
    focus() {
      if (!isDisabled) document.activeElement = this;
    },
  });
  const elements = [field(), field(true), field()];
  elements[0]!.form = { elements };
  elements[0]!.focus();
  const preventDefault = vi.fn();
  goOn({
    keyCode,
    repeat,
    currentTarget: elements[0]!,
    preventDefault,
  } as never as KeyboardEvent<HTMLInputElement>);
  const focused = elements.indexOf(document.activeElement as (typeof elements)[0]);
  return { focused, submits: preventDefault.mock.calls.length === 0 };
}

test.each([
  ['Enter where a phone’s key says “next”', 13, 'next', { focused: 2, submits: false }],
  ['Enter where it says “done”', 13, 'done', { focused: 0, submits: true }],
  ['a letter', 65, 'next', { focused: 0, submits: true }],
  ['a key that composes a word', 229, 'next', { focused: 0, submits: true }],
])('%s goes on to the next field that can take the focus, or submits', (_, keyCode, hint, after) => {
  expect(press(keyCode, hint)).toEqual(after);
});

test('holding a key down does not move on again', () => {
  expect(press(13, 'next', true)).toEqual({ focused: 0, submits: false });
});
