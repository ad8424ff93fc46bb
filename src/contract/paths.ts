import type { Paper } from '#domain/paper.ts';
import type { Wallet } from '#domain/wallets.ts';

/** Every page of the site. `$name` is a parameter, in the browser router's syntax. */
export const PAGES = {
  home: '/',
  register: '/register',
  privacy: '/privacy',
  checkout: '/checkout',
  cardForm: '/checkout/square-payment',
  checkoutSuccess: '/checkout-success',
  registration: '/registration/$transactionId',
  cancel: '/cancel/$transactionId',
  lastConfirmation: '/confirmation',
  confirmation: '/confirmation/$transactionId',
  team: '/team/$transactionId',
  claim: '/claim',
  admin: '/admin',
  adminLogin: '/admin/login',
  adminSpeakers: '/admin/speakers',
  adminCoupons: '/admin/coupons',
  adminProducts: '/admin/stripe-products',
  adminLive: '/admin/live',
  adminPaper: '/admin/paper',
  myTicket: '/my-ticket',
  findMyTicket: '/find-my-ticket',
  door: '/door',
} as const;

/** Addresses below `/api` that links, forms or other programs use, not our client. */
export const API_PATHS = {
  login: '/api/login',
  logout: '/api/logout',
  newsletterSignup: '/api/newsletter/signup',
  capacityStatus: '/api/capacity-status',
  receipt: '/api/order/{transactionId}/receipt',
  tickets: '/api/order/{transactionId}/tickets',
  calendarFile: '/api/order/{transactionId}/calendar',
  applePass: '/api/order/{transactionId}/tickets/{registrationId}/pass',
  googlePass: '/api/order/{transactionId}/tickets/{registrationId}/google-pass',
  doorStream: '/api/door/stream',
  boardStream: '/api/admin/door/stream',
} as const;

/** Addresses that other programs call or only the server hands out. Pages' scripts don't contain them. */
export const PROGRAM_PATHS = {
  linkedPass: '/api/wallet/passes/{word}',
  loginCallback: '/api/callback',
  passwordLogin: '/api/login/password',
  webhooks: '/api/webhooks/',
  policyReports: '/api/policy-reports',
  appleWallet: '/api/apple-wallet',
} as const;

/**
 * Prefixes of addresses that may contain a secret: an order's key in path or query, or some other key in the fragment.
 * Except `/door`, whose fragment may be an invitation, but which phones keep for use without a network.
 */
export const KEYED_PREFIXES: readonly string[] = [
  PAGES.checkoutSuccess,
  `${PAGES.checkout}/`,
  fill(PAGES.registration, ''),
  fill(PAGES.cancel, ''),
  PAGES.lastConfirmation,
  PAGES.myTicket,
  fill(PAGES.team, ''),
  PAGES.claim,
];

/** Every address that a page, a mail or a payment provider links to, relative to the site's public URL. */
export const paths = {
  home: PAGES.home,
  section: (anchor: string) => `${PAGES.home}#${anchor}`,
  register: PAGES.register,
  checkout: PAGES.checkout,
  checkoutCancelled: `${PAGES.checkout}?cancelled=1`,
  cardForm: (query: { orderId: string; itemId: string; amount: string; name: string }) =>
    `${PAGES.cardForm}?${search(query)}`,
  checkoutSuccess: (query: { id: string } | { orderId: string }) =>
    `${PAGES.checkoutSuccess}?${search(query)}`,
  /** This browser's latest order, or where to find the mail with its link. */
  lastConfirmation: PAGES.lastConfirmation,
  confirmation: (transactionId: string) => fill(PAGES.confirmation, transactionId),
  receipt: (transactionId: string) => fill(API_PATHS.receipt, transactionId),
  tickets: (transactionId: string, paper?: Paper) =>
    fill(API_PATHS.tickets, transactionId) + (paper ? `?paper=${paper}` : ''),
  calendarFile: (transactionId: string) => fill(API_PATHS.calendarFile, transactionId),
  /** Where each wallet adds a ticket. */
  addToWallet: (wallet: Wallet, transactionId: string, registrationId: number) =>
    fill(
      { apple: API_PATHS.applePass, google: API_PATHS.googlePass }[wallet],
      transactionId,
      String(registrationId),
    ),
  /** Who has which seat, for the buyer. */
  team: (transactionId: string) => fill(PAGES.team, transactionId),
  claim: (key: string) => `${PAGES.claim}#${key}`,
  privacy: PAGES.privacy,
  participantGuide: '/participant-guide.pdf',
  admin: (tab?: string) => (tab ? `${PAGES.admin}?tab=${tab}` : PAGES.admin),
  adminSpeakers: PAGES.adminSpeakers,
  adminCoupons: PAGES.adminCoupons,
  adminProducts: PAGES.adminProducts,
  adminBadges: `${PAGES.adminPaper}#badges`,
  /** Secrets go into the fragment, which never reaches a log, a referrer or a server. */
  myTicket: (key: string) => `${PAGES.myTicket}#${key}`,
  /** Mails the links to the tickets of an address. */
  findMyTicket: PAGES.findMyTicket,
  door: (invitation?: string) => (invitation ? `${PAGES.door}#${invitation}` : PAGES.door),
  login: (returnTo?: string) =>
    returnTo ? `${API_PATHS.login}?returnTo=${encodeURIComponent(returnTo)}` : API_PATHS.login,
  /** Ends on a page that says this tab can be closed. */
  loginInNewTab: `${API_PATHS.login}?returnTo=${encodeURIComponent(`${PAGES.adminLogin}?again=1`)}`,
  /** Makes the identity provider ask who is signing in, even if somebody already is. */
  loginAsAnother: `${API_PATHS.login}?prompt=login`,
  logout: API_PATHS.logout,
} as const;

function search(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export function fill(pattern: string, ...values: string[]): string {
  const rest = values.values();
  return pattern.replaceAll(/\$\w+|\{\w+\}/g, () => encodeURIComponent(rest.next().value ?? ''));
}

/** Turns the reminders off when opened, or when a mail program posts to it. Used only in mail. */
export function teamWithoutReminders(transactionId: string): string {
  return `${paths.team(transactionId)}?reminders=off`;
}
