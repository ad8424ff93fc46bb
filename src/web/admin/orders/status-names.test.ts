import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { teamSizeText } from '#contract/words/stored-values.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { OrderFilterFields } from './order-filter-fields.tsx';
import { PaymentStatusMark } from './status-badges.tsx';

const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, '');

test('each payment status reads as the specification spells it, or in plain English', () => {
  const marks = PAYMENT_STATUSES.map((status) =>
    renderToString(createElement(PaymentStatusMark, { status })),
  );
  expect(marks.map(textOf)).toEqual([
    'pending',
    'completed',
    'failed',
    'expired',
    'canceled',
    'refunded',
    'partially refunded',
    'under review',
  ]);
});

test('the size of a team counts its seats, next to those bought if some were canceled', () => {
  const sizes = [0, 3, 10].map((seatsReturned) => teamSizeText({ teamMemberCount: 10, seatsReturned }));
  expect(sizes).toEqual(['10 people', '7 of 10 people', '10 people']);
});

test('the filters offer names, not stored values', () => {
  const page = renderToString(createElement(OrderFilterFields, { search: {}, onChange: () => {} }));
  const options = [...page.matchAll(/<option[^>]*>([^<]*)/g)].map((match) => match[1]);
  expect(options).toEqual([
    ...['All', 'Pending', 'Completed', 'Failed', 'Expired', 'Canceled', 'Refunded', 'Partially refunded'],
    ...['Under review', 'All', 'Conference', 'Training', 'Both days'],
    ...['All', 'Complete', 'Needed', 'Partial'],
  ]);
});
