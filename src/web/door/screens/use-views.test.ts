import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { useViews } from './use-views.ts';

afterEach(() => vi.unstubAllGlobals());

/** A tab whose history has an earlier page; going back takes until `arrive`. */
function openTab() {
  const entries: unknown[] = ['another page', null];
  let going = 0;
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    replaceState: (state: unknown) => entries.splice(-1, 1, state),
    back: () => {
      going += 1;
    },
  });
  const arrive = () =>
    act(async () => {
      for (; going > 0; going -= 1) entries.pop();
      target.dispatchEvent(Object.assign(new Event('popstate'), { state: entries.at(-1) }));
    });
  return { entries, arrive };
}

test('a screen that opens while another one closes stays open, and Back closes it', async () => {
  const { entries, arrive } = openTab();
  const page = await mount(useViews);
  await act(async () => page.result.open('find'));
  await act(async () => page.result.close());
  await act(async () => page.result.open('team'));
  expect(page.result.view).toBe('team');
  await arrive();
  expect([page.result.view, page.result.isOpen('team')]).toEqual(['team', true]);
  expect(entries).toEqual(['another page', null, { view: 'team' }]);
  await act(async () => page.result.close());
  await arrive();
  expect([page.result.view, entries]).toEqual([null, ['another page', null]]);
});

test('closing twice goes back once', async () => {
  const { entries, arrive } = openTab();
  const page = await mount(useViews);
  await act(async () => page.result.open('find'));
  await act(async () => page.result.close());
  await act(async () => page.result.close());
  await arrive();
  expect([page.result.view, entries]).toEqual([null, ['another page', null]]);
});

test('a reload starts at the camera, and so does what is shown after Back', async () => {
  const { entries } = openTab();
  entries.push({ view: 'find' });
  const page = await mount(useViews);
  expect([page.result.view, entries]).toEqual([null, ['another page', null, null]]);
});
