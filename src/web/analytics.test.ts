import { afterEach, expect, test, vi } from 'vitest';
import { PAGES } from '#contract/paths.ts';

vi.mock('./boot.ts', () => ({ boot: { analyticsId: 'G-SAMPLE' } }));

const { isConsentWanted, saveConsent } = await import('./analytics.ts');

afterEach(() => vi.unstubAllGlobals());

const isAskedOn = (pathname: string) => {
  vi.stubGlobal('location', { pathname });
  return isConsentWanted();
};

test('visitors are asked on arrival until they answer; staff are never asked at the desk', () => {
  const isAsked = () => [PAGES.home, PAGES.findMyTicket, PAGES.admin, PAGES.adminCoupons].map(isAskedOn);
  expect(isAsked()).toEqual([true, true, false, false]);
  saveConsent('refused');
  expect(isAsked()).toEqual([false, false, false, false]);
});
