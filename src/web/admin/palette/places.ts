import { exportOrders } from '#contract/admin-orders.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { exportRegistrations } from '#contract/registrations.ts';
import type { Route } from '#contract/route.ts';
import { setTheme } from '../../theme.ts';
import { TABS } from '../frame/tabs.ts';
import type { AdminSearch } from '../lists/admin-search.ts';

export interface PaletteItem {
  readonly key: string;
  readonly name: string;
  /** Its kind, in a word or two. */
  readonly kind: string;
  readonly run: () => void;
}

interface Ways {
  readonly user: Pick<CurrentUser, 'isCouponAdmin'>;
  readonly openDesk: (search: AdminSearch) => void;
  readonly showShortcuts: () => void;
  readonly download: (route: Route) => void;
}

/** The pages and actions whose names contain every typed word, without pages that this person may not open. */
export function matchingPlaces(text: string, ways: Ways): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  return placesOf(ways).filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

function placesOf({ user, openDesk, showShortcuts, download }: Ways): PaletteItem[] {
  const page = (name: string, run: () => void) => ({ key: name, name, kind: 'Page', run });
  const action = (name: string, run: () => void) => ({ key: name, name, kind: 'Action', run });
  const load = (address: string) => () => location.assign(address);
  return [
    ...TABS.map(({ key, label }) => page(label, () => openDesk({ tab: key }))),
    page('Speakers', load(paths.adminSpeakers)),
    ...(user.isCouponAdmin ? [page('Coupons', load(paths.adminCoupons))] : []),
    page('Stripe product manager', load(paths.adminProducts)),
    page('Live board', load(PAGES.adminLive)),
    page('Enter a door list', load(PAGES.adminPaper)),
    page('Badges', load(paths.adminBadges)),
    action('Print the door list', () => download(getDoorList)),
    action('Print practice tickets', () => download(getPracticeTickets)),
    action('Export all orders', () => download(exportOrders)),
    action('Export all registrations', () => download(exportRegistrations)),
    action('Light mode', () => setTheme('day')),
    action('Dark mode', () => setTheme('night')),
    action('Use system light/dark mode', () => setTheme('system')),
    action('Keyboard shortcuts', showShortcuts),
  ];
}
