import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import { authenticationFailed, type Decline, type Outcome } from './cards.ts';
import type { Core } from './core.ts';
import { openDispute } from './disputes.ts';
import { buildBalanceTransaction, buildCharge, buildIntent, noAddress } from './payment-objects.ts';
import { detailsOf } from './session-object.ts';
import type { CardPayment, Checkout, SlowPayment } from './state.ts';

type Session = Stripe.Checkout.Session;
type Intent = Stripe.PaymentIntent;

interface Submission {
  readonly card: CardPayment;
  readonly outcome: Outcome;
  /** The submitted form's token. */
  readonly formToken: string;
}

type PaymentResult = 'paid' | 'declined' | 'challenge';

/** Tries a card on an open session. Synchronous: a second submission finds the session complete. */
export function tryCard(
  core: Core,
  session: Session,
  { card, outcome, formToken }: Submission,
): PaymentResult {
  const intent = withPaymentMethod(core, session);
  switch (outcome.kind) {
    case 'declined':
      decline(core, intent, card, outcome);
      return 'declined';
    case 'challenge':
      challenge(core, session, intent, card);
      return 'challenge';
    case 'paid':
      if (core.faults.get().slowPayments) beginSlowly(core, session, intent, { card, formToken });
      else pay(core, session, intent, { card, formToken });
      return 'paid';
    case 'disputed':
      openDispute(core, pay(core, session, intent, { card, formToken }));
      return 'paid';
  }
}

/** Applies the cardholder's decision on the 3-D Secure page. */
export function answerChallenge(core: Core, session: Session, succeeded: boolean): PaymentResult {
  const card = core.state.checkouts.get(session.id)?.challenged;
  const intent = intentOf(core, session);
  if (!card || intent?.status !== 'requires_action') return 'declined';
  patchCheckout(core, session, { challenged: undefined });
  if (succeeded) {
    pay(core, session, intent, { card });
    return 'paid';
  }
  const failed = saveIntent(core, intent, {
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { type: 'invalid_request_error', ...errorOf(authenticationFailed) },
    payment_method: null,
  });
  core.events.record('payment_intent.payment_failed', failed);
  return 'declined';
}

export function intentOf({ state }: Core, session: Session): Intent | undefined {
  return typeof session.payment_intent === 'string'
    ? state.paymentIntents.get(session.payment_intent)
    : undefined;
}

/** Ends slow payments that are due by then. */
export function endSlowPayments(core: Core, untilSeconds: number): void {
  const { slowPayments, sessions } = core.state;
  for (const payment of slowPayments.list()) {
    if (payment.at > untilSeconds) continue;
    slowPayments.delete(payment.sessionId);
    const session = sessions.get(payment.sessionId);
    if (session) endSlowly(core, session, payment);
  }
}

/** The payment succeeds or fails for good. The session stays complete. */
function endSlowly(core: Core, session: Session, { card, formToken, ends }: SlowPayment): void {
  const intent = intentOf(core, session);
  if (intent?.status !== 'processing') return;
  if (ends === 'paid') {
    pay(core, session, intent, { card, formToken }, 'checkout.session.async_payment_succeeded');
    return;
  }
  const failed = saveIntent(core, intent, {
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', ...errorOf(notPaid) },
    payment_method: null,
  });
  core.events.record('payment_intent.payment_failed', failed);
  core.events.record('checkout.session.async_payment_failed', session);
}

const notPaid: Decline = {
  kind: 'declined',
  code: 'payment_method_provider_decline',
  message: 'The payment did not arrive.',
};

function beginSlowly(
  core: Core,
  session: Session,
  intent: Intent,
  { card, formToken }: Pick<SlowPayment, 'card' | 'formToken'>,
): void {
  const { state, events, faults } = core;
  const { ends, afterMs } = faults.get().slowPayments!;
  const at = state.seconds() + afterMs / 1000;
  state.slowPayments.put(session.id, { sessionId: session.id, at, ends, card, formToken });
  const processing = saveIntent(core, intent, { status: 'processing', last_payment_error: null });
  patchCheckout(core, session, { paidBy: formToken });
  const complete = completed(session, intent, card, 'unpaid');
  state.sessions.put(session.id, complete);
  events.record('payment_intent.processing', processing);
  events.record('checkout.session.completed', complete);
}

function completed(
  session: Session,
  intent: Intent,
  card: CardPayment,
  paymentStatus: 'paid' | 'unpaid',
): Session {
  return {
    ...session,
    customer_details: detailsOf(card.email, card.name, noAddress),
    payment_intent: intent.id,
    payment_status: paymentStatus,
    status: 'complete',
    url: null,
  };
}

function withPaymentMethod(core: Core, session: Session): Intent {
  const { state, events } = core;
  let intent = intentOf(core, session);
  if (!intent) {
    intent = buildIntent(state, session, state.checkouts.get(session.id)!);
    state.paymentIntents.put(intent.id, intent);
    state.sessions.put(session.id, { ...session, payment_intent: intent.id });
    events.record('payment_intent.created', intent);
  }
  return saveIntent(core, intent, { payment_method: newId('pm_'), next_action: null });
}

function decline(core: Core, intent: Intent, card: CardPayment, why: Decline): void {
  const { state, events } = core;
  const charge = buildCharge(state, intent, card, why);
  state.charges.put(charge.id, charge);
  const failed = saveIntent(core, intent, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: { type: 'card_error', ...errorOf(why) },
    payment_method: null,
  });
  events.record('charge.failed', charge);
  events.record('payment_intent.payment_failed', failed);
}

function challenge(core: Core, session: Session, intent: Intent, card: CardPayment): void {
  const page = `${core.baseUrl}/pay/${session.id}`;
  const waiting = saveIntent(core, intent, {
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url: `${page}/authenticate`, return_url: page },
    },
  });
  patchCheckout(core, session, { challenged: card });
  core.events.record('payment_intent.requires_action', waiting);
}

interface Paying {
  readonly card: CardPayment;
  readonly formToken?: string;
}

function pay(
  core: Core,
  session: Session,
  intent: Intent,
  paying: Paying,
  told:
    | 'checkout.session.completed'
    | 'checkout.session.async_payment_succeeded' = 'checkout.session.completed',
): Stripe.Charge {
  const { state, events } = core;
  const { card, formToken } = paying;
  const charge = buildCharge(state, intent, card);
  state.charges.put(charge.id, charge);
  const succeeded = saveIntent(core, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
  });
  patchCheckout(core, session, { paidBy: formToken });
  const complete = completed(session, intent, card, 'paid');
  state.sessions.put(session.id, complete);
  events.record('payment_intent.succeeded', succeeded);
  events.record('charge.succeeded', charge);
  events.record(told, complete);
  return book(core, charge);
}

/** Capture is asynchronous: the fee is known only after the payment's events. */
function book({ state, events }: Core, charge: Stripe.Charge): Stripe.Charge {
  const transaction = buildBalanceTransaction(state, charge);
  state.balanceTransactions.put(transaction.id, transaction);
  const booked = { ...charge, balance_transaction: transaction.id };
  state.charges.put(charge.id, booked);
  events.record('charge.updated', booked);
  return booked;
}

const errorOf = ({ code, declineCode, message }: Decline) => ({
  code,
  ...(declineCode && { decline_code: declineCode }),
  message,
});

export function saveIntent({ state }: Core, intent: Intent, change: Partial<Intent>): Intent {
  const saved = { ...intent, ...change };
  state.paymentIntents.put(saved.id, saved);
  return saved;
}

function patchCheckout({ state }: Core, session: Session, change: Partial<Checkout>): void {
  state.checkouts.put(session.id, { ...state.checkouts.get(session.id)!, ...change });
}
