import { focusManager, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { mount } from '#test/mount.ts';
import { call } from '../../api.ts';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useLostAccess } from './lost-access.ts';

afterEach(() => vi.unstubAllGlobals());

const STAFF = {
  ...{ id: '1', email: 'ada@example.org', firstName: null, lastName: null, profileImageUrl: null },
  ...{ isAdmin: true, isCouponAdmin: false },
};

test('a page that is shown again after a sign-out in another tab notices it, and keeps unsaved work', async () => {
  const signedOut = () => Response.json({ code: 'sign_in_first' }, { status: 401 });
  let respond = () => Response.json(STAFF);
  let calls = 0;
  let isTyped = true;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return respond();
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  const page = await mount(() => {
    UnsavedWork({ when: isTyped });
    return useLostAccess();
  });
  const showAgain = () =>
    page.act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
      await new Promise(setImmediate);
    });
  // The page has just looked up the user itself.
  expect(calls).toBe(0);
  await showAgain();
  expect([calls, page.result.lost]).toEqual([1, null]);
  respond = signedOut;
  await showAgain();
  expect(page.result.lost).toBe('session_ended');
  await page.act(() => page.result.regain());
  isTyped = false;
  await page.render();
  await showAgain();
  expect(page.result.lost).toBe('signed_out');
});

test.each([
  ['forbidden', 'forbidden'],
  ['registration_closed', null],
])('of refusals with status 403, only %j says that the person lost access', async (code, lost) => {
  vi.stubGlobal('fetch', async () => Response.json({ code, message: '' }, { status: 403 }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  const page = await mount(() => {
    const list = useQuery({ queryKey: ['/api/list'], queryFn: () => call(getCurrentUser, {}), retry: false });
    return { ...useLostAccess(), list };
  });
  expect([page.result.list.isError, page.result.lost]).toEqual([true, lost]);
});
