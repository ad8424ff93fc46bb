import { expect, test } from 'vitest';
import type { OrderRefunds } from '#contract/refunds.ts';
import { choosesTickets } from './refund-form.tsx';
import { offerOf } from './refund-section.tsx';

const order = { paymentStatus: 'completed', teamMemberCount: 2, seatsReturned: 0 } as const;
const pending = { state: 'pending' } as OrderRefunds['refunds'][number];
const money = { refundable: 4000, disputed: false, refunds: [] };

test.each([
  ['money left can be refunded', order, money, 'refund'],
  ['a free order’s seats can be canceled', order, { ...money, refundable: 0 }, 'cancel'],
  ['after a lost dispute, only the seats can be canceled', order, { ...money, refundable: 0 }, 'cancel'],
  ['during a dispute nothing is offered', order, { ...money, refundable: 0, disputed: true }, null],
  [
    'while the rest is being refunded nothing is offered',
    order,
    { ...money, refundable: 0, refunds: [pending] },
    null,
  ],
  [
    'an order without seats offers nothing',
    { ...order, seatsReturned: 2 },
    { ...money, refundable: 0 },
    null,
  ],
  [
    'a refunded order offers nothing',
    { ...order, paymentStatus: 'refunded' },
    { ...money, refundable: 0 },
    null,
  ],
  [
    'an unpaid order offers nothing',
    { ...order, paymentStatus: 'pending' },
    { ...money, refundable: 0 },
    null,
  ],
] as const)('%s', (_, shown, { refunds, ...left }, offer) => {
  expect(offerOf(shown, { ...left, refunds: [...refunds] })).toBe(offer);
});

test.each([
  ['the only ticket of a paid order isn’t chosen: all of its money cancels it', 1, 'completed', 20_00, false],
  ['after a refund of a part, it can be canceled without money', 1, 'partially_refunded', 15_00, true],
  ['without money, it can be canceled', 1, 'completed', 0, true],
  ['a team’s tickets are chosen', 2, 'completed', 20_00, true],
] as const)('%s', (_, teamMemberCount, paymentStatus, refundable, chooses) => {
  expect(choosesTickets({ teamMemberCount, paymentStatus }, refundable)).toBe(chooses);
});
