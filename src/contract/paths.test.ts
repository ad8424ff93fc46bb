import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { API_PATHS, KEYED_PREFIXES, PAGES, PROGRAM_PATHS, paths } from './paths.ts';

const shown = {
  ...paths,
  section: paths.section('speakers'),
  cardForm: paths.cardForm({ orderId: 'A/1', itemId: 'conference', amount: '2000', name: 'One & all' }),
  checkoutSuccess: [paths.checkoutSuccess({ id: 'A/1' }), paths.checkoutSuccess({ orderId: 'A/1' })],
  confirmation: paths.confirmation('A/1'),
  receipt: paths.receipt('A/1'),
  tickets: [paths.tickets('A/1'), paths.tickets('A/1', 'a4')],
  calendarFile: paths.calendarFile('A/1'),
  addToWallet: [paths.addToWallet('apple', 'A/1', 7), paths.addToWallet('google', 'A/1', 7)],
  myTicket: paths.myTicket('MA1'),
  team: paths.team('A/1'),
  claim: paths.claim('K1'),
  admin: [paths.admin(), paths.admin('check-in')],
  login: [paths.login(), paths.login('/admin?tab=orders')],
};

/** People, search engines and old mail link to these addresses, so a change must be deliberate. */
test('every address of the site', () => {
  expect({ PAGES, API_PATHS, PROGRAM_PATHS, KEYED_PREFIXES, paths: shown }).toMatchInlineSnapshot(`
    {
      "API_PATHS": {
        "applePass": "/api/order/{transactionId}/tickets/{registrationId}/pass",
        "boardStream": "/api/admin/door/stream",
        "calendarFile": "/api/order/{transactionId}/calendar",
        "capacityStatus": "/api/capacity-status",
        "doorStream": "/api/door/stream",
        "googlePass": "/api/order/{transactionId}/tickets/{registrationId}/google-pass",
        "login": "/api/login",
        "logout": "/api/logout",
        "newsletterSignup": "/api/newsletter/signup",
        "receipt": "/api/order/{transactionId}/receipt",
        "tickets": "/api/order/{transactionId}/tickets",
      },
      "KEYED_PREFIXES": [
        "/checkout-success",
        "/checkout/",
        "/registration/",
        "/cancel/",
        "/confirmation",
        "/my-ticket",
        "/team/",
        "/claim",
      ],
      "PAGES": {
        "admin": "/admin",
        "adminCoupons": "/admin/coupons",
        "adminLive": "/admin/live",
        "adminLogin": "/admin/login",
        "adminPaper": "/admin/paper",
        "adminProducts": "/admin/stripe-products",
        "adminSpeakers": "/admin/speakers",
        "cancel": "/cancel/$transactionId",
        "cardForm": "/checkout/square-payment",
        "checkout": "/checkout",
        "checkoutSuccess": "/checkout-success",
        "claim": "/claim",
        "confirmation": "/confirmation/$transactionId",
        "door": "/door",
        "findMyTicket": "/find-my-ticket",
        "home": "/",
        "lastConfirmation": "/confirmation",
        "myTicket": "/my-ticket",
        "privacy": "/privacy",
        "register": "/register",
        "registration": "/registration/$transactionId",
        "team": "/team/$transactionId",
      },
      "PROGRAM_PATHS": {
        "appleWallet": "/api/apple-wallet",
        "linkedPass": "/api/wallet/passes/{word}",
        "loginCallback": "/api/callback",
        "passwordLogin": "/api/login/password",
        "policyReports": "/api/policy-reports",
        "webhooks": "/api/webhooks/",
      },
      "paths": {
        "addToWallet": [
          "/api/order/A%2F1/tickets/7/pass",
          "/api/order/A%2F1/tickets/7/google-pass",
        ],
        "admin": [
          "/admin",
          "/admin?tab=check-in",
        ],
        "adminBadges": "/admin/paper#badges",
        "adminCoupons": "/admin/coupons",
        "adminProducts": "/admin/stripe-products",
        "adminSpeakers": "/admin/speakers",
        "calendarFile": "/api/order/A%2F1/calendar",
        "cardForm": "/checkout/square-payment?orderId=A%2F1&itemId=conference&amount=2000&name=One%20%26%20all",
        "checkout": "/checkout",
        "checkoutCancelled": "/checkout?cancelled=1",
        "checkoutSuccess": [
          "/checkout-success?id=A%2F1",
          "/checkout-success?orderId=A%2F1",
        ],
        "claim": "/claim#K1",
        "confirmation": "/confirmation/A%2F1",
        "door": [Function],
        "findMyTicket": "/find-my-ticket",
        "home": "/",
        "lastConfirmation": "/confirmation",
        "login": [
          "/api/login",
          "/api/login?returnTo=%2Fadmin%3Ftab%3Dorders",
        ],
        "loginAsAnother": "/api/login?prompt=login",
        "loginInNewTab": "/api/login?returnTo=%2Fadmin%2Flogin%3Fagain%3D1",
        "logout": "/api/logout",
        "myTicket": "/my-ticket#MA1",
        "participantGuide": "/participant-guide.pdf",
        "privacy": "/privacy",
        "receipt": "/api/order/A%2F1/receipt",
        "register": "/register",
        "section": "/#speakers",
        "team": "/team/A%2F1",
        "tickets": [
          "/api/order/A%2F1/tickets",
          "/api/order/A%2F1/tickets?paper=a4",
        ],
      },
    }
  `);
});

test("no other file of the product spells out a page's address", async () => {
  const root = new URL('../', import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && file !== 'contract/paths.ts',
  );
  const addresses = [...Object.values(PAGES), paths.participantGuide, '/registration/', '/api/login']
    .filter((page) => page !== PAGES.home)
    .map((page) => page.replaceAll('$', '\\$'));
  const spelled = new RegExp(`(?:['"\`]|\\$\\{[^}]*\\})(?:${addresses.join('|')})(?=['"\`?/#])`);
  const found = await Promise.all(
    files.map(async (file) => {
      const lines = (await readFile(new URL(file, root), 'utf8')).split('\n');
      // Addresses in comments don't count.
      return lines
        .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line) && spelled.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
