import { describe, expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import { openStand, paySession, refusal, sessionOf, submitCard } from '#test/sandbox/stripe-stand.ts';

const stand = setStand(openStand);

const create = (changes = {}) => stand.stripe.checkout.sessions.create(sessionOf(changes));
const now = () => Math.floor(Date.now() / 1000);

describe('paying', () => {
  test('a submitted card completes the session and redirects to the success URL', async () => {
    const session = await create({ payment_intent_data: { metadata: { orderId: '7' } } });
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 2000,
      currency: 'usd',
      livemode: false,
      url: `${stand.url}/pay/${session.id}`,
    });

    const response = await submitCard(String(session.url));
    expect(response).toMatchObject({
      status: 303,
      location: `http://site.example.org/done?session_id=${session.id}`,
    });

    const paid = await stand.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      metadata: { orderId: '7' },
      customer_details: { email: 'ada@example.org', name: 'Ada Sample' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 2000,
        metadata: { orderId: '7' },
        latest_charge: {
          paid: true,
          amount_captured: 2000,
          billing_details: { name: 'Ada Sample', email: 'ada@example.org' },
          payment_method_details: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } },
        },
      },
    });
  });

  test('a declined card leaves the session open, shows the reason, and can be retried', async () => {
    const session = await create();
    const declined = await submitCard(String(session.url), { number: '4000000000009995' });
    expect(declined.status).toBe(402);
    expect(declined.html).toContain('Your card has insufficient funds.');

    const open = await stand.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(open).toMatchObject({
      status: 'open',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
      },
    });

    expect((await submitCard(String(session.url))).status).toBe(303);
    const paid = await stand.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({
      status: 'complete',
      payment_intent: { status: 'succeeded', last_payment_error: null },
    });
  });

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', 'Your card&#39;s security code is incorrect.'],
    ['4000000000000119', 'An error occurred while processing your card. Try again in a little bit.'],
    ['4111111111111111', 'Your card was declined. This is a sandbox: use one of its test cards.'],
  ])('card %s is refused', async (number, message) => {
    const { status, html } = await submitCard(String((await create()).url), { number });
    expect([status, html.includes(message)]).toEqual([402, true]);
  });

  test.each([
    ['5555 5555 5555 4444', '123', 'mastercard'],
    ['3782 822463 10005', '1234', 'amex'],
    ['6011 1111 1111 1117', '123', 'discover'],
  ])('card %s pays, too', async (number, cvc, brand) => {
    const session = await create();
    expect((await submitCard(String(session.url), { number, cvc })).status).toBe(303);
    const { payment_intent: intent } = await stand.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(intent).toMatchObject({ latest_charge: { payment_method_details: { card: { brand } } } });
  });

  test('errors appear at their fields; everything typed stays, except the CVC', async () => {
    const session = await create();
    const { status, html } = await submitCard(String(session.url), {
      number: '4242 4242 4242 4241',
      expiry: '01 / 20',
      cvc: '12',
      name: '',
      email: 'ada',
    });
    expect(status).toBe(422);
    const messages = [...html.matchAll(/class="error" id="(\w+)-error">([^<]+)/g)].map((m) => [m[1], m[2]]);
    expect(messages).toEqual([
      ['email', 'Enter a complete email, like name@example.org.'],
      ['number', 'Your card number is invalid.'],
      ['expiry', 'Your card&#39;s expiration date is in the past.'],
      ['cvc', 'Your card&#39;s security code has 3 digits.'],
      ['name', 'Enter the name on the card.'],
    ]);
    expect(html).toContain('value="4242 4242 4242 4241"');
    expect(html).not.toContain('value="12"');
    expect((await stand.stripe.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull();
  });

  test('a double submission pays once, and both redirect to the success URL', async () => {
    const session = await create();
    const page = await (await fetch(String(session.url))).text();
    const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1];
    const both = await Promise.all([1, 2].map(() => submitCard(String(session.url), { form_token })));
    expect(both.map((one) => one.status)).toEqual([303, 303]);
    const paid = await stand.stripe.checkout.sessions.retrieve(session.id);
    const charges = await stand.stripe.charges.list({ limit: 100 });
    expect(charges.data.filter((one) => one.payment_intent === paid.payment_intent).length).toBe(1);

    const again = await submitCard(String(session.url));
    expect(again.status).toBe(200);
    expect(again.html).toContain('Already paid');
    expect(again.html).toContain(`href="http://site.example.org/done?session_id=${session.id}"`);
  });

  test('3-D Secure: failing returns to the form, completing pays', async () => {
    const session = await create();
    const url = String(session.url);
    const confirm = (outcome: string) =>
      fetch(`${url}/authenticate`, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      });

    expect(await submitCard(url, { number: '4000002760003184' })).toMatchObject({
      status: 303,
      location: `${session.id}/authenticate`,
    });
    expect(await (await fetch(`${url}/authenticate`)).text()).toContain('Complete authentication');
    expect(
      await stand.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }),
    ).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } });

    const failed = await confirm('fail');
    expect([failed.status, failed.headers.get('location')]).toEqual([303, `../${session.id}?retry=1`]);
    expect(await (await fetch(`${url}?retry=1`)).text()).toContain('We are unable to authenticate');

    await submitCard(url, { number: '4000002760003184' });
    const done = await confirm('complete');
    expect(done.headers.get('location')).toBe(`http://site.example.org/done?session_id=${session.id}`);
    expect((await stand.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  test('the dispute card pays, and its charge is disputed', async () => {
    const paid = await paySession(stand, {}, '4000000000000259');
    expect(paid.payment_status).toBe('paid');
    const charges = await stand.stripe.charges.list({ limit: 1 });
    expect(charges.data.map((one) => [one.payment_intent, one.disputed])).toEqual([
      [paid.payment_intent, true],
    ]);
    const disputes = await stand.stripe.disputes.list({ payment_intent: String(paid.payment_intent) });
    expect(disputes.data.map((one) => [one.amount, one.status])).toEqual([[2000, 'needs_response']]);
  });

  test.each([
    ['won', [-3500, 2000], ['created', 'funds_withdrawn', 'closed', 'funds_reinstated']],
    ['lost', [-3500], ['created', 'funds_withdrawn', 'closed']],
  ] as const)('a dispute takes its money and a fee, and is %s in the end', async (decision, moved, told) => {
    const paid = await paySession(stand, {}, '4000000000000259');
    const intent = String(paid.payment_intent);
    stand.sandbox.decideDispute(intent, decision);
    const [dispute] = (await stand.stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute?.status).toBe(decision);
    expect(dispute?.balance_transactions.map(({ net }) => net)).toEqual(moved);
    const { data } = await stand.stripe.events.list({ limit: 100 });
    const ofDispute = data.filter((one) => (one.data.object as { id?: string }).id === dispute?.id);
    expect(ofDispute.map(({ type }) => type.replace('charge.dispute.', '')).toReversed()).toEqual(told);
  });
});

describe('expiry', () => {
  test('in less than 30 minutes is refused', async () => {
    const refused = await refusal(create({ expires_at: now() + 29 * 60 }));
    expect(refused).toMatchObject({ statusCode: 400, param: 'expires_at' });
    expect(refused.message).toContain('at least 30 minutes');
  });

  test('by default a session expires after a day', async () => {
    const session = await create();
    expect(session.expires_at - session.created).toBe(24 * 3600);
  });

  test('only an open session can be expired, and its page then says so', async () => {
    const session = await create();
    expect(await stand.stripe.checkout.sessions.expire(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    expect(await refusal(stand.stripe.checkout.sessions.expire(session.id))).toMatchObject({
      statusCode: 400,
    });
    const page = await submitCard(String(session.url));
    expect([page.status, page.html.includes('This page has expired')]).toEqual([410, true]);

    const paid = await paySession(stand);
    expect(await refusal(stand.stripe.checkout.sessions.expire(paid.id))).toMatchObject({ statusCode: 400 });
  });
});

test('an amount below the minimum charge is refused', async () => {
  const price_data = { currency: 'usd', unit_amount: 49, product_data: { name: 'Seat' } };
  const refused = await refusal(create({ line_items: [{ quantity: 1, price_data }] }));
  expect(refused).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
});
