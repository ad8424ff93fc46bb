import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, text: string) => void stored.set(key, text),
});
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
