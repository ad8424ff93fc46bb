import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#test/stub-storage.ts';

const stored = stubStorage();
vi.stubGlobal('window', { name: '' });
const { readPaymentResult, storePaymentResult } = await import('./payment-result.ts');

beforeEach(() => stored.clear());

test('the success page reads which order the card form stored', () => {
  expect(readPaymentResult()).toBeNull();
  storePaymentResult('7K2M4QX8');
  expect(readPaymentResult()).toBe('7K2M4QX8');
});

test.each(['7K2M4QX8', 'null', '42', '{"order":{}}', '{"orderId":42}'])('%s names no order', (text) => {
  stored.set('payment-result', text);
  expect(readPaymentResult()).toBeNull();
});
