import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  const text = JSON.stringify({ now: '2025-08-01T12:00:00Z' });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: text }) });
});

const { ApiError } = await import('../api.ts');
const { isAboutCoupon, paymentErrorText, refusedFields } = await import('./payment-error.ts');

const apiError = (status: number, body: object) =>
  new ApiError(status, JSON.stringify(body), body as ConstructorParameters<typeof ApiError>[2]);

test('people read the server’s own sentence', () => {
  expect(paymentErrorText(apiError(409, { code: 'sold_out', message: 'No seats left.' }))).toBe(
    'No seats left.',
  );
});

test('a response that is not the server’s has no sentence', () => {
  expect(paymentErrorText(new ApiError(502, '<html>Bad gateway</html>', {}))).toBe(
    'Failed to create checkout session',
  );
  expect(paymentErrorText(new ApiError(504, '', {}))).toBe('Failed to create checkout session');
});

test('an unreachable server is reported as such', () => {
  const sentence = 'The server cannot be reached.';
  const error = Object.assign(new ApiError(0, sentence, { message: sentence }), { code: 'unreachable' });
  expect(paymentErrorText(error)).toBe(sentence);
});

test('a missing address is named, anything else is not explained', () => {
  expect(paymentErrorText(new Error('No checkout URL received'))).toBe('No checkout URL received');
  expect(paymentErrorText(new TypeError('x is not a function'))).toBe(
    'There was an error processing your payment. Please try again.',
  );
});

test('refused fields are reported once each; coupon errors are recognized by code', () => {
  const message = 'Some of your entries need correcting.';
  const invalid = apiError(400, {
    code: 'invalid',
    message,
    fields: { 'a.email': 'Valid email is required', 'b.email': 'Valid email is required' },
  });
  expect(refusedFields(invalid)).toEqual(['Valid email is required']);
  expect(refusedFields(new Error('x'))).toEqual([]);
  const refusals = ['coupon_used_up', 'total_below_minimum', 'sold_out'] as const;
  expect([invalid, ...refusals.map((code) => apiError(409, { code, message }))].map(isAboutCoupon)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
