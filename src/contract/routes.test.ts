import { describe, expect, test } from 'vitest';
import { encodeResponse } from './route.ts';
import { routes } from './routes.ts';

const list = Object.values(routes);

/** Adding, moving or opening up a call changes this list, so that reviewers notice. */
const ALL = [
  'GET /api/auth/user anyone',
  'GET /api/speakers anyone',
  'GET /api/capacity-status anyone',
  'GET /api/packages anyone',
  'POST /api/coupons/validate anyone',
  'POST /api/create-checkout-session anyone',
  'GET /api/checkout/{key} anyone',
  'POST /api/checkout/{key}/give-up anyone',
  'POST /api/checkout/{key}/keep anyone',
  'GET /api/unfinished-order anyone',
  'POST /api/square/process-payment anyone',
  'POST /api/newsletter/signup anyone',
  'GET /api/registrations/{id} anyone',
  'POST /api/registrations/{id}/welcome anyone',
  'POST /api/order/{transactionId}/email-again anyone',
  'GET /api/order/{transactionId}/cancellation anyone',
  'POST /api/order/{transactionId}/cancel anyone',
  'GET /api/order/{transactionId}/receipt anyone',
  'GET /api/order/{transactionId}/tickets anyone',
  'GET /api/order/{transactionId}/calendar anyone',
  'GET /api/order/{transactionId}/tickets/{registrationId}/pass anyone',
  'GET /api/order/{transactionId}/tickets/{registrationId}/google-pass anyone',
  'GET /api/wallet/passes/{word} anyone',
  'GET /api/order/{transactionId}/confirmation anyone',
  'GET /api/orders/transaction/{transactionId} anyone',
  'GET /api/last-order anyone',
  'POST /api/order/{orderId}/attendees anyone',
  'POST /api/order/{orderId}/attendees/{registrationId}/track anyone',
  'POST /api/my-ticket anyone',
  'POST /api/my-ticket/change anyone',
  'POST /api/my-ticket/return-preview anyone',
  'POST /api/my-ticket/return anyone',
  'POST /api/my-ticket/calendar anyone',
  'GET /api/order/{transactionId}/team anyone',
  'POST /api/order/{transactionId}/team/people anyone',
  'POST /api/order/{transactionId}/team/people/{registrationId} anyone',
  'POST /api/order/{transactionId}/team/people/{registrationId}/free anyone',
  'POST /api/order/{transactionId}/team/links anyone',
  'POST /api/order/{transactionId}/team/links/{linkId}/withdraw anyone',
  'POST /api/order/{transactionId}/reminders/stop anyone',
  'POST /api/order/{transactionId}/reminders/resume anyone',
  'POST /api/claim/look anyone',
  'POST /api/claim anyone',
  'GET /api/admin/team-nudge admin',
  'POST /api/admin/team-nudge admin',
  'POST /api/my-ticket/pdf anyone',
  'POST /api/my-ticket/wallet anyone',
  'POST /api/find-my-ticket anyone',
  'POST /api/door/join anyone',
  'POST /api/door/sync anyone',
  'POST /api/door/ticket door',
  'GET /api/admin/door/phones admin',
  'POST /api/admin/door/invitations admin',
  'POST /api/admin/door/invitations/{id}/revoke admin',
  'POST /api/admin/door/phones/{id}/revoke admin',
  'POST /api/admin/door/scans/{id}/settle admin',
  'GET /api/admin/live admin',
  'GET /api/door/board door_supervisor',
  'POST /api/admin/door/scans/{id}/undo admin',
  'GET /api/admin/door/list admin',
  'GET /api/admin/door/practice-tickets admin',
  'POST /api/admin/door/paper admin',
  'GET /api/admin/badges admin',
  'POST /api/admin/badges admin',
  'GET /api/admin/badges/{file} admin',
  'POST /api/admin/badges/{file}/printed admin',
  'DELETE /api/admin/badges/{file} admin',
  'GET /api/admin/stats admin',
  'GET /api/admin/coupons coupon_admin',
  'POST /api/admin/coupons coupon_admin',
  'POST /api/admin/coupons/{id}/toggle coupon_admin',
  'POST /api/admin/coupons/{id} coupon_admin',
  'POST /api/admin/coupons/{id}/end coupon_admin',
  'DELETE /api/admin/coupons/{id} coupon_admin',
  'GET /api/admin/stripe-coupons admin',
  'POST /api/admin/stripe-coupons admin',
  'DELETE /api/admin/stripe-coupons/{id} admin',
  'GET /api/admin/stripe-products admin',
  'POST /api/admin/stripe-products/{productId}/toggle admin',
  'POST /api/admin/stripe-products/{productId}/metadata admin',
  'GET /api/admin/product-mappings admin',
  'GET /api/admin/product-mappings/validate admin',
  'POST /api/admin/test-pricing admin',
  'GET /api/admin/orders/{id}/refunds admin',
  'POST /api/admin/orders/{id}/refund admin',
  'GET /api/admin/payment-cases admin',
  'POST /api/admin/payment-cases/{id}/resolve admin',
  'GET /api/admin/speakers admin',
  'POST /api/admin/speakers admin',
  'POST /api/admin/speakers/{id} admin',
  'DELETE /api/admin/speakers/{id} admin',
  'POST /api/admin/speaker-order admin',
  'GET /api/admin/orders admin',
  'GET /api/admin/holds admin',
  'GET /api/admin/orders/{id} admin',
  'DELETE /api/admin/orders/{id} admin',
  'POST /api/admin/orders/{id}/resend-email admin',
  'POST /api/admin/orders/{id}/buyer-email admin',
  'GET /api/admin/undelivered-emails admin',
  'POST /api/admin/registrations/{id}/resend-ticket admin',
  'GET /api/admin/orders/{id}/attendees admin',
  'POST /api/admin/orders/{id}/ensure-organizer admin',
  'POST /api/admin/orders/{id}/add-attendee admin',
  'GET /api/admin/registrations admin',
  'POST /api/admin/registrations/{id} admin',
  'POST /api/admin/registrations/{id}/free-seat admin',
  'DELETE /api/admin/registrations/{id} admin',
  'GET /api/admin/export/registrations admin',
  'GET /api/admin/export/orders admin',
  'GET /api/admin/capacity admin',
  'POST /api/admin/capacity/{day} admin',
  'GET /api/admin/newsletter/signups admin',
  'GET /api/admin/email-templates admin',
  'GET /api/admin/email-templates/{id} admin',
  'POST /api/admin/email-templates/{id} admin',
  'POST /api/admin/email-templates/{id}/preview admin',
  'POST /api/admin/email-templates/{id}/test admin',
  'GET /api/admin/check-in-stats admin',
  'GET /api/admin/checked-in admin',
  'POST /api/admin/validate-qr admin',
  'POST /api/admin/check-in admin',
  'POST /api/admin/check-in/{registrationId}/undo admin',
];

/** Calls that other programs and older pages use; their paths and methods must not change. */
const PROMISED = [
  'GET /api/auth/user',
  'GET /api/speakers',
  'GET /api/capacity-status',
  'POST /api/newsletter/signup',
  'POST /api/create-checkout-session',
  'POST /api/square/process-payment',
  'GET /api/registrations/{id}',
  'GET /api/order/{transactionId}/confirmation',
  'POST /api/order/{orderId}/attendees',
  'GET /api/orders/transaction/{transactionId}',
  'POST /api/coupons/validate',
  'GET /api/admin/orders',
  'DELETE /api/admin/orders/{id}',
  'POST /api/admin/orders/{id}/resend-email',
  'GET /api/admin/orders/{id}/attendees',
  'POST /api/admin/orders/{id}/ensure-organizer',
  'POST /api/admin/orders/{id}/add-attendee',
  'GET /api/admin/registrations',
  'DELETE /api/admin/registrations/{id}',
  'GET /api/admin/export/registrations',
  'GET /api/admin/newsletter/signups',
  'GET /api/admin/stats',
  'GET /api/admin/coupons',
  'POST /api/admin/coupons',
  'GET /api/admin/stripe-coupons',
  'POST /api/admin/stripe-coupons',
  'DELETE /api/admin/stripe-coupons/{id}',
  'GET /api/admin/stripe-products',
  'POST /api/admin/stripe-products/{productId}/toggle',
  'POST /api/admin/stripe-products/{productId}/metadata',
  'GET /api/admin/product-mappings',
  'GET /api/admin/product-mappings/validate',
  'POST /api/admin/test-pricing',
  'GET /api/admin/speakers',
  'GET /api/admin/email-templates',
  'GET /api/admin/check-in-stats',
  'GET /api/admin/checked-in',
  'POST /api/admin/validate-qr',
  'POST /api/admin/check-in',
];

test('the whole API: each call and who may make it (R-ACCESS-1)', () => {
  expect(list.map(({ method, path, permission }) => `${method} ${path} ${permission}`).toSorted()).toEqual(
    ALL.toSorted(),
  );
});

test('has every call of the specification', () => {
  const offered = list.map(({ method, path }) => `${method} ${path}`);
  expect(PROMISED.filter((one) => !offered.includes(one))).toEqual([]);
});

describe('every call', () => {
  test('is for staff below /api/admin, and for anyone elsewhere (R-ACCESS-1)', () => {
    for (const { path, permission } of list) {
      const isStaffs = permission === 'admin' || permission === 'coupon_admin';
      expect([path, isStaffs]).toEqual([path, path.startsWith('/api/admin/')]);
    }
  });

  test('is listed once', () => {
    const shapes = list.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(shapes.filter((one, index) => shapes.indexOf(one) !== index)).toEqual([]);
  });

  test('takes no body if it only reads', () => {
    const reading: { method: string; path: string; body?: unknown }[] = list.filter(
      ({ method }) => method === 'GET',
    );
    expect(reading.filter((one) => one.body).map(({ path }) => path)).toEqual([]);
  });

  test('names its path parameters in words', () => {
    for (const { path } of list) expect(path).toMatch(/^\/api(\/([a-z0-9-]+|\{[a-zA-Z]+\}))+$/);
  });
});

test('a response contains what its schema names, and nothing else', () => {
  const response = { transactionId: null, password: 'not for the wire' };
  expect(encodeResponse(routes.getLastOrder, response)).toEqual({ transactionId: null });
});

// A transform can't be reversed, and responses are encoded with their schema.
test.each(list.map((one) => [`${one.method} ${one.path}`, one] as const))(
  'the response of %s can be encoded',
  (_name, { response }) => {
    expect(JSON.stringify(typesIn(response)).includes('"transform"')).toBe(false);
  },
);

/** The kinds of schema nested in a schema. */
function typesIn(schema: unknown): unknown[] {
  const { def } = (schema as { _zod: { def: Record<string, unknown> } })._zod;
  const { shape = {}, options = [], element, innerType, in: from, out, valueType } = def;
  const parts = [
    ...Object.values(shape as object),
    ...(options as unknown[]),
    element,
    innerType,
    from,
    out,
    valueType,
  ];
  return [def.type, ...parts.filter(Boolean).flatMap(typesIn)];
}
