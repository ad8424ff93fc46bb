import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { OrderDetails } from './order-details.tsx';

/** The details' texts by their terms. */
function detailsOf(given: Partial<Order>, refunded?: number) {
  const html = renderToString(
    createElement(OrderDetails, { order: sampleOrder(given), refunded, tickets: 1 }),
  );
  const pairs = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, term, text]) => [term, text!.replaceAll(/<[^>]+>/g, '')]));
}

test('the details have their times in the event’s zone', () => {
  expect(detailsOf({ organization: 'Riverside School', organizerPhone: null })).toEqual({
    'Registration ID': 'DSS000042',
    Package: 'Individual Package',
    For: 'Conference on September 20',
    Seats: '1',
    Organizer: 'Jane Doe',
    Email: 'jane@example.org',
    Organization: 'Riverside School',
    Registered: 'Jul 14, 2025, 10:05 AM MDT',
    Total: '$20.00',
    Payment: 'Completed',
  });
});

test('a discount is shown with the original price', () => {
  const order = { totalAmount: 15_01, discountAmount: 4_99, couponCode: 'SCHOOLS' };
  const facts = { Price: '$20.00', 'Coupon SCHOOLS': '−$4.99', Total: '$15.01' };
  expect(detailsOf(order)).toMatchObject(facts);
  expect(detailsOf({ ...order, originalAmount: 20_00 })).toMatchObject(facts);
  expect(detailsOf({ ...order, couponCode: null })).toMatchObject({ Discount: '−$4.99' });
});

test('canceled seats are shown next to those bought, and what was refunded for them', () => {
  const facts = { Seats: '10 (3 canceled)', Refunded: '−$40.00' };
  expect(detailsOf({ teamMemberCount: 10, seatsReturned: 3 }, 40_00)).toMatchObject(facts);
});

test('the details say in words and days what an order is for', () => {
  expect(detailsOf({ eventType: 'both' }).For).toBe(
    'Training on September 19 and conference on September 20',
  );
  expect(detailsOf({ eventType: 'trainer' }).For).toBe('Training on September 19');
});
