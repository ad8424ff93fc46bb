import type { Permission } from '#domain/access.ts';
import { type ErrorCode, QUOTE_REFUSALS } from './errors.ts';
import type { Route } from './route.ts';
import { type RouteName, routes } from './routes.ts';

type Codes = readonly ErrorCode[];

// What several calls have in common.
const STRIPE: Codes = ['stripe_not_configured', 'stripe_away', 'stripe_refused', 'stripe_key_refused'];
const ORDER_PAGE: Codes = ['order_not_found', 'too_many_requests'];
const TEAM: Codes = [...ORDER_PAGE, 'order_not_paid', 'event_over'];
const NO_SEAT: Codes = ['no_slots_left', 'seats_invited'];
const PERSON: Codes = ['registration_not_found', 'changed_meanwhile', 'already_checked_in', 'ticket_ended'];
const CLAIM: Codes = [
  'claim_unknown',
  'claim_withdrawn',
  'claim_used',
  'naming_over',
  'team_full',
  'order_not_paid',
  'event_over',
  'too_many_requests',
];
const TICKET_PAGE: Codes = ['ticket_page_unknown', 'ticket_ended', 'too_many_requests'];
const TICKET_CHANGE: Codes = [...TICKET_PAGE, 'event_over', 'already_checked_in'];
const PASS: Codes = [...ORDER_PAGE, 'registration_not_found', 'ticket_not_paid'];
const CONFIRMATION: Codes = [...ORDER_PAGE, 'order_not_confirmed', 'no_valid_ticket', 'organizer_erased'];
const REFUND: Codes = [
  'order_disputed',
  'registration_not_found',
  'no_such_seats',
  'refund_too_large',
  'order_not_found',
  'order_not_refundable',
];

/**
 * The errors that each call may return, besides those common to all calls (`errorsOf`); most have none. Kept out of the
 * routes themselves, which browsers load. `test/check-response.ts` fails any test in which a call returns another error.
 */
const ROUTE_ERRORS: Readonly<Partial<Record<RouteName, Codes>>> = {
  getCurrentUser: ['sign_in_first'],
  saveSpeaker: ['changed_meanwhile', 'speaker_not_found'],
  deleteSpeaker: ['speaker_not_found'],
  orderSpeakers: ['changed_meanwhile'],
  validateCoupon: ['package_unknown', 'coupon_unchecked', 'too_many_requests'],
  createCheckoutSession: [
    ...QUOTE_REFUSALS,
    ...ORDER_PAGE,
    'coupon_unchecked',
    'price_changed',
    'order_replaced',
    'payment_provider_unavailable',
    'too_much_held',
    'sold_out',
    'payment_under_way',
  ],
  giveUpCheckout: [...ORDER_PAGE, 'payment_under_way', 'payment_provider_unavailable'],
  keepCardForm: [...ORDER_PAGE, 'payment_not_open'],
  listRefunds: ['order_not_found'],
  refundOrder: [...REFUND, 'refund_differs', 'changed_meanwhile'],
  resolvePaymentCase: [
    ...REFUND,
    'changed_meanwhile',
    'case_not_found',
    'case_needs_review',
    'sold_out',
    'case_needs_decision',
    'case_closes_itself',
  ],
  listStripeProducts: STRIPE,
  toggleStripeProduct: STRIPE,
  configureStripeProduct: ['changed_meanwhile', ...STRIPE],
  listProductMappings: ['stripe_not_configured'],
  validateProductMappings: ['stripe_not_configured'],
  testPricing: [...QUOTE_REFUSALS, 'coupon_unchecked', 'too_many_requests'],
  createCoupon: ['coupon_exists'],
  toggleCoupon: ['coupon_not_found'],
  saveCoupon: ['changed_meanwhile', 'coupon_not_found'],
  endCoupon: ['coupon_not_found'],
  deleteCoupon: ['coupon_in_use', 'coupon_not_found'],
  listStripeCoupons: STRIPE,
  createStripeCoupon: STRIPE,
  deleteStripeCoupon: STRIPE,
  processSquarePayment: [
    ...ORDER_PAGE,
    'declined_too_often',
    'too_many_declines',
    'payment_declined',
    'payment_under_way',
    'price_changed',
    'order_replaced',
    'payment_not_open',
    'registration_closed',
    'registration_closed_early',
    'card_token_used',
    'payment_provider_unavailable',
  ],
  signUpForNewsletter: ['already_subscribed', 'too_many_requests'],
  getOrderAfterPayment: [...ORDER_PAGE, 'registration_not_found'],
  getOrderConfirmation: ORDER_PAGE,
  getOrderByTransaction: ['registration_not_found', 'too_many_requests'],
  getReceipt: [...ORDER_PAGE, 'no_receipt'],
  getTickets: [...ORDER_PAGE, 'tickets_not_paid', 'no_valid_ticket'],
  getCalendarFile: ORDER_PAGE,
  getApplePass: PASS,
  getLinkedPass: ['too_many_requests'],
  saveToGoogleWallet: PASS,
  welcomeBuyer: ['registration_not_found', 'too_many_requests'],
  emailOrderAgain: CONFIRMATION,
  addAttendee: [...TEAM, ...NO_SEAT, 'same_person'],
  chooseTrack: [...TEAM, 'registration_not_found', 'changed_meanwhile', 'ticket_ended'],
  getCancellation: [...ORDER_PAGE, 'order_not_cancelable'],
  cancelSeats: [
    ...ORDER_PAGE,
    'order_disputed',
    'refund_too_large',
    'order_not_cancelable',
    'event_over',
    'person_is_in',
    'changed_meanwhile',
  ],
  openMyTicket: ['ticket_page_unknown', 'too_many_requests'],
  changeMyTicket: [...TICKET_CHANGE, 'track_fixed', 'changed_meanwhile', 'same_person'],
  previewMyReturn: TICKET_CHANGE,
  returnMyTicket: [...TICKET_CHANGE, 'changed_meanwhile'],
  getMyCalendarFile: TICKET_PAGE,
  getMyTicketPdf: TICKET_PAGE,
  getMyWalletLinks: TICKET_PAGE,
  findMyTickets: ['too_many_requests'],
  getTeam: ORDER_PAGE,
  nameSeats: [...TEAM, ...NO_SEAT, 'naming_over', 'same_person'],
  changeTeamPerson: [...TEAM, ...PERSON, 'same_person'],
  freeTeamSeat: [...TEAM, ...PERSON],
  createClaimLink: [...TEAM, ...NO_SEAT, 'naming_over', 'changed_meanwhile'],
  withdrawClaimLink: [...TEAM, 'link_not_found', 'claim_used'],
  stopReminders: ORDER_PAGE,
  resumeReminders: ORDER_PAGE,
  lookAtClaim: CLAIM,
  claimSeat: [...CLAIM, 'same_person'],
  nudgeTeams: ['changed_meanwhile'],
  getOrderDetails: ['order_not_found'],
  deleteOrder: ['changed_meanwhile', 'order_not_found', 'payment_under_way'],
  resendEmail: CONFIRMATION,
  correctBuyerEmail: ['order_not_found', 'changed_meanwhile'],
  resendTicket: ['registration_not_found', 'ticket_not_paid', 'person_erased', 'too_many_requests'],
  listAttendees: ['order_not_found'],
  ensureOrganizer: ['order_not_found', 'order_not_paid', 'organizer_erased', ...NO_SEAT],
  addOrderAttendee: ['order_not_found', 'order_not_paid', ...NO_SEAT, 'same_person'],
  correctAttendee: [
    'registration_not_found',
    'ticket_ended',
    'changed_meanwhile',
    'order_not_found',
    'already_checked_in',
    'same_person',
  ],
  freeRegistration: [
    'registration_not_found',
    'already_checked_in',
    'changed_meanwhile',
    'order_not_found',
    'ticket_ended',
  ],
  deleteRegistration: ['registration_not_found', 'organizer_stays', 'changed_meanwhile', 'order_not_found'],
  setCapacity: ['changed_meanwhile', 'capacity_below_taken'],
  getEmailTemplate: ['template_not_found'],
  saveEmailTemplate: ['changed_meanwhile', 'template_not_found'],
  previewEmailTemplate: ['template_not_found'],
  testEmailTemplate: ['too_many_requests', 'mail_not_sent', 'template_not_found'],
  checkIn: [
    'press_spent',
    'registration_not_found',
    'changed_meanwhile',
    'already_checked_in',
    'ticket_invalid',
    'ticket_wrong_day',
    'ticket_replaced',
    'ticket_not_paid',
  ],
  undoCheckIn: ['registration_not_found', 'not_checked_in', 'changed_meanwhile'],
  joinDoor: ['invitation_invalid', 'invitation_used_up', 'phone_revoked', 'too_many_requests'],
  syncDoor: ['door_phone_needed'],
  settleScan: ['scan_not_found'],
  undoScan: ['scan_not_found'],
  makeBadges: ['no_badges', 'registration_not_found'],
  getBadgeFile: ['badges_not_found'],
  confirmBadges: ['badges_not_found'],
  discardBadges: ['badges_not_found'],
};

const ACCESS_ERRORS: Readonly<Record<Permission, Codes>> = {
  anyone: [],
  door: ['door_phone_needed', 'door_phone_ended'],
  door_supervisor: ['door_phone_needed', 'door_phone_ended', 'forbidden'],
  admin: ['sign_in_first', 'forbidden'],
  coupon_admin: ['sign_in_first', 'forbidden'],
};

/** All errors that a call may return: its own, and those of access, input and unavailable services. */
export function errorsOf(name: RouteName): ErrorCode[] {
  const { method, path, permission, query, body }: Route = routes[name];
  return [
    ...(ROUTE_ERRORS[name] ?? []),
    'internal',
    'unavailable',
    ...(method === 'GET' ? [] : (['wrong_origin'] as const)),
    ...ACCESS_ERRORS[permission],
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(query || body ? (['invalid'] as const) : []),
    ...(body ? (['body_too_large', 'not_json'] as const) : []),
  ];
}
