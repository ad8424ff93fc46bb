import type { Context, Hono } from 'hono';
import type Stripe from 'stripe';
import type { Env } from '#sandbox/answer-call.ts';
import type { Deliveries } from '#sandbox/deliveries.ts';
import { newId } from '#sandbox/new-id.ts';
import type { Html } from '#sandbox/page.ts';
import { cardFields, readCardForm, type Typed } from './card-form.ts';
import type { Core } from './core.ts';
import { authenticationPage, merchantOf, type PayView, payPage, plainPage } from './pay-page.ts';
import { answerChallenge, intentOf, tryCard } from './payments.ts';
import { findSession } from './sessions.ts';

type Session = Stripe.Checkout.Session;

/** The hosted payment page. Redirects are relative, so it can be mounted anywhere. */
export function mountPayPages(app: Hono<Env>, core: Core, deliveries: Deliveries): void {
  app.get('/pay/:id', (c) => {
    const session = sessionOf(c, core);
    if (session?.status !== 'open') return closedPage(c, session);
    const intent = intentOf(core, session);
    const refused = c.req.query('retry') ? intent?.last_payment_error?.message : undefined;
    return show(c, 200, payPage(viewOf(core, session, { refused })));
  });

  app.post('/pay/:id', async (c) => {
    const body = await c.req.parseBody();
    const session = sessionOf(c, core);
    const formToken = String(body.form_token ?? '');
    if (session?.status === 'complete' && core.state.checkouts.get(session.id)?.paidBy === formToken) {
      return c.redirect(successUrl(session), 303);
    }
    if (session?.status !== 'open') return closedPage(c, session);
    const typed = readTyped(body);
    const form = readCardForm(typed, new Date(core.state.seconds() * 1000));
    if ('errors' in form) return show(c, 422, payPage(viewOf(core, session, { typed, errors: form.errors })));
    const result = await during(core, deliveries, () => tryCard(core, session, { ...form, formToken }));
    if (result === 'challenge') return c.redirect(`${session.id}/authenticate`, 303);
    if (result === 'paid') return c.redirect(successUrl(session), 303);
    return show(c, 402, payPage(viewOf(core, session, { typed, refused: refusalOf(core, session) })));
  });

  app.get('/pay/:id/authenticate', (c) => {
    const session = sessionOf(c, core);
    if (session?.status !== 'open') return closedPage(c, session);
    if (intentOf(core, session)?.status !== 'requires_action') return c.redirect(`../${session.id}`, 303);
    return show(c, 200, authenticationPage(session));
  });

  app.post('/pay/:id/authenticate', async (c) => {
    const { outcome } = await c.req.parseBody();
    const session = sessionOf(c, core);
    // A double click: the first one has paid.
    if (session?.status === 'complete' && outcome === 'complete') return c.redirect(successUrl(session), 303);
    if (session?.status !== 'open') return closedPage(c, session);
    const result = await during(core, deliveries, () =>
      answerChallenge(core, session, outcome === 'complete'),
    );
    if (result === 'paid') return c.redirect(successUrl(session), 303);
    return c.redirect(`../${session.id}?retry=1`, 303);
  });
}

async function during<R>({ events }: Core, deliveries: Deliveries, work: () => R): Promise<R> {
  const { result, recorded } = events.during({ id: null, idempotency_key: null }, work);
  await deliveries.sendBeforeResponse(recorded);
  return result;
}

function sessionOf(c: Context<Env>, core: Core): Session | undefined {
  const id = c.req.param('id') ?? '';
  return core.state.sessions.get(id) && findSession(core, id);
}

function closedPage(c: Context<Env>, session: Session | undefined) {
  if (!session) {
    return show(c, 404, plainPage('No such payment', 'This payment page does not exist. Check the address.'));
  }
  const merchant = merchantOf(session);
  if (session.status === 'complete') {
    const link = { href: successUrl(session), label: `Continue to ${merchant}` };
    return show(
      c,
      200,
      plainPage('Already paid', 'This payment is complete. Nothing was charged twice.', link),
    );
  }
  const link = { href: session.cancel_url, label: `Back to ${merchant}` };
  return show(
    c,
    410,
    plainPage('This page has expired', 'It can no longer be paid, and nothing was charged.', link),
  );
}

function viewOf(
  core: Core,
  session: Session,
  shown: Partial<Pick<PayView, 'typed' | 'errors' | 'refused'>>,
): PayView {
  return {
    session,
    lines: core.state.checkouts.get(session.id)?.lines ?? [],
    typed: { email: session.customer_email ?? '' },
    errors: {},
    ...shown,
    formToken: newId('form_', 16),
  };
}

function readTyped(body: Record<string, unknown>): Typed {
  const entries = cardFields.map((name) => [name, String(body[name] ?? '')]);
  return Object.fromEntries(entries);
}

function refusalOf(core: Core, session: Session): string {
  const intent = intentOf(core, findSession(core, session.id));
  return intent?.last_payment_error?.message ?? 'Your card was declined.';
}

function successUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function show(c: Context<Env>, status: 200 | 402 | 404 | 410 | 422, page: Html) {
  return c.html(page, status, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  });
}
