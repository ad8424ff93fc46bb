import { expect, test } from 'vitest';
import { mount } from '#test/mount.ts';
import { Leaving } from './leaving.tsx';

test('the page is left once, however often it renders meanwhile', async () => {
  let departures = 0;
  const page = await mount(() =>
    Leaving({
      leave: () => {
        departures += 1;
      },
    }),
  );
  await page.render();
  expect(departures).toBe(1);
});
