import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { optional } from './optional.tsx';

afterEach(() => vi.unstubAllGlobals());

const Part = () => createElement('p');

test.each([
  ['is shown once it has loaded', () => Promise.resolve({ Part }), Part],
  ["is left out if it can't be loaded", () => Promise.reject(new Error('no network')), undefined],
])('a part that the page can do without %s', async (_what, load, expected) => {
  const Shown = optional(load as () => Promise<{ Part: typeof Part }>, 'Part');
  const page = await mount(() => Shown());
  expect(page.result?.type).toBe(expected);
});
