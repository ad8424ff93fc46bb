import { expect, test, vi } from 'vitest';
import { ApiError } from '../../api.ts';
import { cardPaymentErrorText, paidOrder } from './card-payment-error.ts';

vi.mock('../../boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00Z' } }));

test('the card form has its own sentence if the server has none', () => {
  const declined = { code: 'payment_declined', message: 'Your card has insufficient funds.' } as const;
  expect(cardPaymentErrorText(new ApiError(402, JSON.stringify(declined), declined))).toBe(
    'Your card has insufficient funds.',
  );
  const sentence = 'Payment processing failed. Please try again.';
  expect(cardPaymentErrorText(new ApiError(502, '<html>Bad gateway</html>', {}))).toBe(sentence);
  expect(cardPaymentErrorText(new TypeError('x is not a function'))).toBe(sentence);
});

test('a response with a failure flag is not a payment, whatever its status', () => {
  const charged = { success: true, message: 'Done', transactionId: 'A' };
  expect(paidOrder(charged)).toBe('A');
  const textOf = (response: object) => {
    try {
      return paidOrder(response as typeof charged);
    } catch (error) {
      return cardPaymentErrorText(error);
    }
  };
  expect(textOf({ success: false, message: 'Your bank said no.' })).toBe('Your bank said no.');
  expect(textOf({ success: false })).toBe('Payment processing failed. Please try again.');
  expect(textOf({})).toBe('Payment processing failed. Please try again.');
});
