import { expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { setBoot } from './boot.ts';
import { SiteFrame } from './site-frame.tsx';

test('the next page of the app takes the focus, unless it has given it to a part of itself', async () => {
  setBoot(sampleLanding.boot);
  const timesFocused = async (isInside: boolean) => {
    const focus = vi.fn();
    await mount(() => {
      const frame = SiteFrame({ title: 'Your order', children: null });
      const { main } = findByProp<{ main: { current: object } }>(frame, 'main').props;
      main.current = { focus, contains: () => isInside };
      return frame;
    });
    return focus.mock.calls.length;
  };
  const first = await timesFocused(false);
  expect([first, await timesFocused(false), await timesFocused(true)]).toEqual([0, 1, 0]);
});
