import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { SquareClient } from 'square';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { site, start } from '#test/sandbox/test-sandbox.ts';
import { listen } from './control/listen.ts';

describe('cards', () => {
  test('the SDK opens a checkout, the home page lists it, and its event goes to the site', async () => {
    const receiver = createServer((_request, response) => response.end());
    const delivered = once(receiver, 'request') as Promise<[IncomingMessage]>;
    const sandbox = await start({ siteUrl: `http://127.0.0.1:${await listen(receiver)}` });
    const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port: sandbox.port, protocol: 'http' });
    const price_data = { currency: 'usd', unit_amount: 14900, product_data: { name: 'Conference' } };
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer_email: 'ana@example.org',
      line_items: [{ quantity: 1, price_data }],
      success_url: `${site}/done`,
    });
    const page = await (await fetch(sandbox.url)).text();
    expect(page).toContain('<strong>$149.00</strong>, open, ana@example.org');
    expect(page).toContain(`href="${session.url}"`);

    await stripe.checkout.sessions.expire(session.id);
    const [event] = await delivered;
    expect([event.method, event.url]).toEqual(['POST', '/api/webhooks/stripe']);
    receiver.close();
    receiver.closeAllConnections();
  });
});

describe('Square', () => {
  test('the SDK pays on the same port, the home page lists it, and its event goes to the site', async () => {
    const receiver = createServer((_request, response) => response.end());
    const delivered = once(receiver, 'request') as Promise<[IncomingMessage]>;
    const sandbox = await start({ siteUrl: `http://127.0.0.1:${await listen(receiver)}` });
    const pay = (sourceId: string) =>
      new SquareClient({ token: 'sandbox-token', baseUrl: sandbox.url, maxRetries: 0 }).payments.create({
        sourceId,
        idempotencyKey: sourceId,
        amountMoney: { amount: 14900n, currency: 'USD' },
        buyerEmailAddress: 'ana@example.org',
      });
    await pay('cnon:card-nonce-ok');
    await expect(pay('cnon:card-nonce-declined')).rejects.toThrow('GENERIC_DECLINE');
    const page = await (await fetch(sandbox.url)).text();
    expect(page).toContain('<strong>$149.00</strong>, completed, ana@example.org');
    expect(page).toContain('<strong>$149.00</strong>, failed (GENERIC_DECLINE), ana@example.org');
    expect(page).toContain('href="/control/square"');
    expect(sandbox.square.payments().map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);

    const [event] = await delivered;
    expect([event.method, event.url]).toEqual(['POST', '/api/webhooks/square']);
    receiver.close();
    receiver.closeAllConnections();
  });
});

describe('start and stop', () => {
  test('stopping closes open connections of both servers within seconds', async () => {
    const sandbox = await start();
    const halfARequest = connect(sandbox.port, '127.0.0.1');
    await once(halfARequest, 'connect');
    halfARequest.write('GET / HTTP/1.1\r\n');
    halfARequest.on('error', () => {});
    const pool = createTransport(`${sandbox.smtpUrl}?pool=true`);
    await pool.sendMail({ from: 'a@example.org', to: 'b@example.org', text: '1' });

    const begun = performance.now();
    await sandbox.stop();
    expect(performance.now() - begun).toBeLessThan(5_000);
    await expect(fetch(sandbox.url)).rejects.toThrow();
    pool.close();
    halfARequest.destroy();
  });

  test('a taken port is reported in a sentence', async () => {
    const taken = (await start()).port;
    const advice = `Port ${taken} on 127.0.0.1 is taken: end what listens there, or set PORT or SANDBOX_PORT to a free one.`;
    await expect(start({ port: taken })).rejects.toThrow(advice);
  });
});
