import { afterEach, expect, test, vi } from 'vitest';
import { PAGES } from '#contract/paths.ts';

vi.mock('./boot.ts', () => ({ boot: { analyticsId: 'G-SAMPLE' } }));

const { isConsentWanted, saveConsent, trackViews } = await import('./analytics.ts');

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

test('a section is counted when 30% of it is visible, or fills the window if that much never fits', () => {
  const seenBy: [margin: string | undefined, height: number][] = [];
  const section = (height: number) => ({ getBoundingClientRect: () => ({ height }) });
  class Observer {
    readonly margin: string | undefined;
    constructor(_see: unknown, { rootMargin }: IntersectionObserverInit) {
      this.margin = rootMargin;
    }
    observe(one: Element) {
      seenBy.push([this.margin, one.getBoundingClientRect().height]);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('window', { innerHeight: 800 });
  vi.stubGlobal('document', { querySelectorAll: () => [section(2100), section(2700)] });
  saveConsent('granted');
  trackViews();
  expect(seenBy).toEqual([
    [undefined, 2100],
    ['-30% 0px', 2700],
  ]);
});
