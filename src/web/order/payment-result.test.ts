import { expect, test } from 'vitest';
import { parsePaymentResult } from './payment-result.ts';

test.each([
  ['7K2M4QX8', '7K2M4QX8'],
  [' 7K2M4QX8 ', '7K2M4QX8'],
  ['"7K2M4QX8"', '7K2M4QX8'],
  ['42', '42'],
  ['{"orderId":42,"success":true}', '42'],
  ['{"orderId":42,"transactionId":"7K2M4QX8"}', '7K2M4QX8'],
  ['{"order":{}}', null],
  ['null', null],
  ['""', null],
  ['  ', null],
  [null, null],
])('%j names the order %j', (stored, id) => {
  expect(parsePaymentResult(stored)).toBe(id);
});
