import type { Order } from '#contract/orders.ts';
import { countSeats } from '#domain/attendee.ts';
import { isPaid, type PaymentStatus } from '#domain/order.ts';
import { hasSeats } from './seats.ts';

/** What a payment status means for the buyer, and the next step. */
export interface StatusText {
  readonly tone: 'info' | 'warn' | 'error';
  readonly title: string;
  readonly text: string;
  readonly nextStep: 'check' | 'register' | 'write' | null;
}

/** `invitation` is said while registration is open. */
const STATUS_TEXTS: Record<PaymentStatus, (StatusText & { readonly invitation?: string }) | null> = {
  completed: null,
  pending: {
    tone: 'info',
    title: 'We are waiting for the payment',
    text: 'We are holding your registration. Your tickets appear here as soon as the payment arrives.',
    nextStep: 'check',
  },
  failed: {
    tone: 'error',
    title: 'The payment did not go through',
    text: 'You aren’t registered, and the seats are free again.',
    invitation: 'You can register again and pay another way.',
    nextStep: 'register',
  },
  expired: {
    tone: 'warn',
    title: 'The time to pay ran out',
    text: 'No payment reached us in time, so the seats are free again. If your bank shows a charge, contact us before you pay again.',
    nextStep: 'register',
  },
  cancelled: {
    tone: 'warn',
    title: 'This registration was canceled',
    text: 'Its seats are free again.',
    invitation: 'You can register again at any time while seats are left.',
    nextStep: 'register',
  },
  refunded: {
    tone: 'info',
    title: 'This registration was refunded',
    text: 'The whole amount was refunded, and the tickets are no longer valid.',
    nextStep: 'write',
  },
  partially_refunded: {
    tone: 'info',
    title: 'Part of the amount was refunded',
    text: 'Your tickets stay valid.',
    nextStep: null,
  },
  review: {
    tone: 'warn',
    title: 'We are reviewing your payment',
    text: 'Your payment reached us, but our staff need to check something about it. We are holding your registration; please do not pay again. We will email you.',
    nextStep: 'write',
  },
};

const ALL_CANCELED: StatusText = {
  tone: 'info',
  title: 'All seats in this order were canceled',
  text: 'Its tickets are no longer valid.',
  nextStep: 'register',
};

const SOME_CANCELED = 'The tickets of the canceled seats are no longer valid. The others stay valid.';

/** Instead of saying that no payment arrived. */
export const REFUNDING: StatusText = {
  tone: 'info',
  title: 'Your payment is being refunded',
  text: 'It arrived after this order had ended, so no tickets were issued for it. We will email you once the refund is confirmed.',
  nextStep: 'write',
};

type SeatsAndStatus = Pick<Order, 'paymentStatus' | 'teamMemberCount' | 'seatsReturned'>;

/** Null if no explanation is needed. Once registration is closed, the only next step is to contact us. */
export function statusTextOf(order: SeatsAndStatus, isClosed: boolean): StatusText | null {
  const found = textOf(order);
  if (!found) return null;
  const { invitation, ...said } = found;
  if (isClosed && said.nextStep === 'register') return { ...said, nextStep: 'write' };
  return invitation ? { ...said, text: `${said.text} ${invitation}` } : said;
}

function textOf(order: SeatsAndStatus): (typeof STATUS_TEXTS)[PaymentStatus] {
  const said = STATUS_TEXTS[order.paymentStatus];
  if (isPaid(order.paymentStatus) && countSeats(order) === 0) return ALL_CANCELED;
  const hasCanceled = order.paymentStatus === 'partially_refunded' && order.seatsReturned > 0;
  return said && hasCanceled ? { ...said, text: SOME_CANCELED } : said;
}

/** The success page's heading, and its title in the browser's tab, unless the payment is pending. */
export function successTitles(order: SeatsAndStatus & Pick<Order, 'organizerFirstName'>): {
  heading: string;
  tab: string;
} {
  return hasSeats(order)
    ? { heading: `You’re in, ${order.organizerFirstName}!`, tab: 'Registration complete' }
    : { heading: 'Your registration', tab: 'Your registration' };
}
