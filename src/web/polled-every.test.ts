import { focusManager, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { polledEvery } from './polled-every.ts';

afterEach(() => vi.unstubAllGlobals());

test('a polled query is read again when its page is shown again', async () => {
  const read = vi.fn(async () => 'read');
  const page = await mount(() => useQuery({ queryKey: ['polled'], queryFn: read, ...polledEvery() }));
  await page.act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
  });
  expect(read).toHaveBeenCalledTimes(2);
});
