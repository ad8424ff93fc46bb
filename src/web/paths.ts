/** Every address of the site that a page links to. */
export const paths = {
  home: '/',
  section: (anchor: string) => `/#${anchor}`,
  register: '/register',
  checkout: '/checkout',
  checkoutSuccess: '/checkout-success',
  registration: (transactionId: string) => `/registration/${encodeURIComponent(transactionId)}`,
  confirmation: (transactionId: string) => `/confirmation/${encodeURIComponent(transactionId)}`,
  receipt: (transactionId: string) => `/api/order/${encodeURIComponent(transactionId)}/receipt`,
  calendarFile: (transactionId: string) => `/api/order/${encodeURIComponent(transactionId)}/calendar`,
  privacy: '/privacy',
  participantGuide: '/participant-guide.pdf',
  adminLogin: '/admin/login',
  admin: (tab?: string) => (tab ? `/admin?tab=${tab}` : '/admin'),
  adminSpeakers: '/admin/speakers',
  adminCoupons: '/admin/coupons',
  adminProducts: '/admin/stripe-products',
  login: (returnTo?: string) =>
    returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : '/api/login',
  /** The page at its end says that this tab may be closed. */
  loginInNewTab: `/api/login?returnTo=${encodeURIComponent('/admin/login?again=1')}`,
  /** Asks the identity provider who it is, even if somebody is signed in there. */
  loginAsAnother: '/api/login?prompt=login',
  logout: '/api/logout',
} as const;
