import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import type { AdminAddress } from './admin/lists/admin-search.ts';
import { ErrorPage } from './error-page.tsx';
import { Spinner } from './ui/spinner.tsx';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
});

/** A page without query parameters. */
const page = <Path extends string, Module extends Record<string, unknown>, Name extends keyof Module>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));

const cents = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

const CheckInTab = lazyRouteComponent(() => import('./check-in/check-in-tab.tsx'), 'CheckInTab');
const AdminPage = lazyRouteComponent(() => import('./admin/frame/admin-page.tsx'), 'AdminPage');
const DoorTools = lazyRouteComponent(() => import('./admin/door/door-tools.tsx'), 'DoorTools');
const checkIn = <CheckInTab tools={<DoorTools />} />;

/** All pages that the server doesn't render. Each page has its own chunk. */
const pages = [
  page(PAGES.checkout, () => import('./checkout/checkout-page.tsx'), 'CheckoutPage'),
  createRoute({
    getParentRoute: () => root,
    path: PAGES.cardForm,
    /** `amount` in cents is shown only until the order's own is known. */
    validateSearch: (search) => ({
      orderId: text(search.orderId),
      itemId: text(search.itemId),
      amount: cents(search.amount),
      name: text(search.name),
    }),
    component: lazyRouteComponent(() => import('./checkout/card/card-page.tsx'), 'CardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: PAGES.checkoutSuccess,
    /** Any key to the order; Stripe adds its session's id. */
    validateSearch: (search) => ({
      id: text(search.registrationId) ?? text(search.id) ?? text(search.orderId) ?? text(search.session_id),
    }),
    component: lazyRouteComponent(() => import('./order/success-page.tsx'), 'SuccessPage'),
  }),
  page(PAGES.registration, () => import('./order/registration-page.tsx'), 'RegistrationPage'),
  page(PAGES.confirmation, () => import('./order/confirmation-page.tsx'), 'ConfirmationPage'),
  page(PAGES.cancel, () => import('./cancel/cancel-page.tsx'), 'CancelPage'),
  createRoute({
    getParentRoute: () => root,
    path: PAGES.team,
    /** `reminders=off` is in the link that turns them off. */
    validateSearch: (search): { reminders?: 'off' } =>
      search.reminders === 'off' ? { reminders: 'off' } : {},
    component: lazyRouteComponent(() => import('./order/team/team-page.tsx'), 'TeamPage'),
  }),
  page(PAGES.claim, () => import('./claim/claim-page.tsx'), 'ClaimPage'),
  page(PAGES.lastConfirmation, () => import('./order/last-confirmation-page.tsx'), 'LastConfirmationPage'),
  // The ticket's key is in the fragment.
  page(PAGES.myTicket, () => import('./my-ticket/my-ticket-page.tsx'), 'MyTicketPage'),
  page(PAGES.findMyTicket, () => import('./my-ticket/find-my-ticket-page.tsx'), 'FindMyTicketPage'),
  createRoute({
    getParentRoute: () => root,
    path: PAGES.adminLogin,
    /** `again` is set in a tab that was opened only to sign in. */
    validateSearch: (search): { again?: 1 } => (search.again === 1 ? { again: 1 } : {}),
    component: lazyRouteComponent(() => import('./admin/sign-in/login-page.tsx'), 'LoginPage'),
  }),
  page(PAGES.adminSpeakers, () => import('./admin/speakers/speakers-page.tsx'), 'SpeakersPage'),
  page(PAGES.adminCoupons, () => import('./admin/coupons/coupons-page.tsx'), 'CouponsPage'),
  page(PAGES.adminProducts, () => import('./admin/products/products-page.tsx'), 'ProductsPage'),
  page(PAGES.adminLive, () => import('./admin/door/live-page.tsx'), 'LivePage'),
  page(PAGES.adminPaper, () => import('./admin/door/paper-page.tsx'), 'PaperPage'),
  createRoute({
    getParentRoute: () => root,
    path: PAGES.admin,
    // The desk reads it, so that visitors don't load what does.
    validateSearch: (search): AdminAddress => search,
    // Check-in, the desk and the day's tools are separate features, which are combined only here.
    component: () => <AdminPage checkIn={checkIn} />,
    loaderDeps: ({ search }) => ({ tab: text(search.tab) }),
    // Loads both at once before showing anything, because successive spinners would delay what is ready. A tab
    // opened later shows its own loading state.
    loader: async ({ cause, deps }) => {
      if (cause !== 'enter') return;
      const loadTab =
        deps.tab === 'check-in'
          ? () => Promise.all([CheckInTab.preload?.(), DoorTools.preload?.()])
          : async () => (await import('./admin/frame/desks.ts')).preloadDesk(deps.tab);
      await Promise.all([AdminPage.preload?.(), loadTab()]);
    },
    pendingMs: 400,
    pendingMinMs: 0,
    pendingComponent: () => <Spinner label="Loading" />,
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // A new page starts at the top. Smooth scrolling would move it under the first click.
  scrollRestorationBehavior: 'instant',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
