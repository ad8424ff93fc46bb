import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { eventTypeWords, orderFacts, priceFacts } from './order-facts.ts';

test('the details, with times in the event’s zone', () => {
  const order = sampleOrder({ organization: 'Riverside School', organizerPhone: null });
  expect(orderFacts(event, order).map(({ term, text }) => `${term}: ${text}`)).toEqual([
    'Package: Individual Package',
    'For: Conference on September 20',
    'Seats: 1',
    'Organizer: Jane Doe',
    'Email: jane@example.org',
    'Organization: Riverside School',
    'Registered: Jul 14, 2025, 10:05 AM MDT',
  ]);
});

test('a price without discount is only the total', () => {
  expect(priceFacts(sampleOrder({ totalAmount: 1500_00, originalAmount: 1500_00 }))).toEqual([
    { term: 'Total', text: '$1,500.00' },
  ]);
});

test('a discount is shown with the original price', () => {
  const order = sampleOrder({ totalAmount: 15_01, discountAmount: 4_99, couponCode: 'SCHOOLS' });
  const facts = [
    { term: 'Price', text: '$20.00' },
    { term: 'Coupon SCHOOLS', text: '−$4.99' },
    { term: 'Total', text: '$15.01' },
  ];
  expect(priceFacts(order)).toEqual(facts);
  expect(priceFacts({ ...order, originalAmount: 20_00 })).toEqual(facts);
  expect(priceFacts({ ...order, couponCode: null })[1]).toEqual({ term: 'Discount', text: '−$4.99' });
});

test('event types in words and days', () => {
  expect(eventTypeWords(event, 'both')).toBe('Training on September 19 and conference on September 20');
  expect(eventTypeWords(event, 'trainer')).toBe('Training on September 19');
});
