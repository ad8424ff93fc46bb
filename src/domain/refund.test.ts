import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentOf } from './money.ts';
import {
  type CancelFacts,
  isWholeRefund,
  outcomeOf,
  previewCancellation,
  type RefundFacts,
  type RefundRule,
  refundRefusal,
  refundShare,
  refundStep,
} from './refund.ts';

const facts: RefundFacts = {
  ...{ captured: 200_00, refunded: 0, lost: 0, isDisputed: false },
  ...{ people: [1, 2, 3], seats: 10 },
};
const wish = { amount: 20_00, registrationIds: [2], freeSeats: 0 };

test.each([
  ['one ticket', {}, {}, null],
  ['all that is left', { refunded: 50_00 }, { amount: 150_00 }, null],
  ['a cent more than is left', { refunded: 50_00 }, { amount: 150_01 }, 'refund_too_large'],
  ['more than was paid', {}, { amount: 200_01 }, 'refund_too_large'],
  ['a disputed payment', { isDisputed: true }, {}, 'order_disputed'],
  ["another order's ticket", {}, { registrationIds: [4] }, 'registration_not_found'],
  ['one ticket twice', {}, { registrationIds: [2, 2] }, 'registration_not_found'],
  ['every open seat', {}, { registrationIds: [], freeSeats: 7 }, null],
  ['more open seats than there are', {}, { registrationIds: [], freeSeats: 8 }, 'no_such_seats'],
] as const)('whether %s can be refunded', (_what, order, asked, refusal) => {
  expect(refundRefusal({ ...facts, ...order }, { ...wish, ...asked })).toBe(refusal);
});

test('an order is fully refunded when nothing is left, and never if nothing was paid', () => {
  expect(isWholeRefund({ captured: 20_00, refunded: 20_00, lost: 0 })).toBe(true);
  expect(isWholeRefund({ captured: 20_00, refunded: 19_99, lost: 0 })).toBe(false);
  expect(isWholeRefund({ captured: 20_00, refunded: 5_00, lost: 15_00 })).toBe(true);
  expect(isWholeRefund({ captured: 0, refunded: 0, lost: 0 })).toBe(false);
});

test('the shares of all seats add up to the total, each within a cent (R-REFUND-3)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(1, 5, 10), (total, seats) => {
      expect(refundShare(total, seats, seats)).toBe(total);
      const parts = Array.from(
        { length: seats },
        (_, index) => refundShare(total, seats, index + 1) - refundShare(total, seats, index),
      );
      for (const part of parts) expect(Math.abs(part - total / seats)).toBeLessThan(1);
    }),
  );
});

const zone = 'America/Denver';
const rule: RefundRule = {
  steps: [
    { until: '2025-09-05', percent: 100 },
    { until: '2025-09-12', percent: 50 },
  ],
  seatValue: 'keep_price',
};
const repricing: RefundRule = { ...rule, seatValue: 'reprice' };
const early = { zone, now: new Date('2025-09-01T12:00:00Z') };

test.each([
  ['2025-07-01T00:00:00Z', 100],
  ['2025-09-06T05:59:59.999Z', 100],
  ['2025-09-06T06:00:00Z', 50],
  ['2025-09-13T05:59:59.999Z', 50],
  ['2025-09-13T06:00:00Z', null],
])('at %s the rule returns %s percent: a step ends with its day in Denver (R-REFUND-6)', (now, percent) => {
  expect(refundStep(rule, zone, new Date(now))?.percent ?? null).toBe(percent);
});

/** Ten seats of both days for $5,000: three people and seven open seats. The list has 1, 5 and 10 seats. */
const list = [0, 1500_00, 3000_00, 3500_00, 3500_00, 3500_00, 5000_00, 5000_00, 5000_00, 5000_00, 5000_00];
const team: CancelFacts = {
  bought: { seats: 10, price: 5000_00, total: 5000_00 },
  captured: 5000_00,
  refunded: 0,
  lost: 0,
  isDisputed: false,
  isRefundedElsewhere: false,
  people: [1, 2, 3].map((id) => ({ id, isIn: id === 3 })),
  freeSeats: 7,
  list,
};
const late = { zone, now: new Date('2025-09-14T12:00:00Z') };
const half = { zone, now: new Date('2025-09-10T12:00:00Z') };
const [ada, three] = [
  { registrationIds: [1], freeSeats: 0 },
  { registrationIds: [1, 2], freeSeats: 1 },
];
const everything = { registrationIds: [1, 2], freeSeats: 7 };

describe('a cancellation (R-REFUND-7)', () => {
  test.each<[string, Partial<CancelFacts>, RefundRule, typeof early, typeof ada, [number, string | null]]>([
    ['at the package price', {}, rule, early, three, [1500_00, null]],
    ['at half of it', {}, rule, half, three, [750_00, null]],
    ['after the last day', {}, rule, late, three, [0, 'deadline_passed']],
    ['without any step', {}, { ...rule, steps: [] }, early, three, [0, 'deadline_passed']],
    ['of a free order', { captured: 0 }, rule, early, three, [0, 'free_order']],
    ['after the deadline of a free order', { captured: 0 }, rule, late, three, [0, 'free_order']],
    ['with nothing left', { refunded: 5000_00 }, rule, early, three, [0, 'nothing_left']],
    ['of money that the bank took back', { lost: 5000_00 }, rule, early, three, [0, 'nothing_left']],
    ['repriced, seven cost what ten cost', {}, repricing, early, three, [0, 'others_cost_as_much']],
    [
      'repriced, two cost 3000',
      {},
      repricing,
      early,
      { registrationIds: [1], freeSeats: 7 },
      [2000_00, null],
    ],
    [
      'repriced, with everybody',
      { people: [], freeSeats: 10 },
      repricing,
      early,
      { registrationIds: [], freeSeats: 10 },
      [5000_00, null],
    ],
    [
      'repriced, a coupon counts in proportion',
      { bought: { seats: 10, price: 5000_00, total: 2500_00 }, captured: 2500_00 },
      repricing,
      early,
      { registrationIds: [1], freeSeats: 7 },
      [1000_00, null],
    ],
    [
      'repriced after a price drop: never above the share',
      { list: list.map((one) => one / 10) },
      repricing,
      early,
      ada,
      [500_00, null],
    ],
    [
      'repriced, no longer sold, everybody',
      { people: [], freeSeats: 10, list: [] },
      repricing,
      early,
      { registrationIds: [], freeSeats: 10 },
      [5000_00, null],
    ],
    ['repriced, but no longer sold', { list: [] }, repricing, early, three, [0, 'others_cost_as_much']],
    ['with less left than the share: a part of it', { refunded: 4990_00 }, rule, early, ada, [1_00, null]],
  ])('refunds what the rule says: %s', (_what, changes, terms, at, choice, expected) => {
    const { amount, nothingBack, refusal } = previewCancellation({ ...team, ...changes }, terms, at, choice);
    expect([amount, nothingBack, refusal]).toEqual([...expected, null]);
  });

  test('reports which codes stop, which seats are returned, and the order’s new price', () => {
    expect(previewCancellation(team, rule, early, three)).toEqual({
      amount: 1500_00,
      costsAfterwards: 3500_00,
      endingIds: [1, 2],
      seats: 3,
      seatsLeft: 7,
      refusal: null,
      nothingBack: null,
    });
  });

  test.each([
    ['somebody who was let in', {}, { registrationIds: [3], freeSeats: 0 }, 'checked_in'],
    ['nobody', {}, { registrationIds: [], freeSeats: 0 }, 'nothing_chosen'],
    ['during a dispute', { isDisputed: true }, ada, 'order_disputed'],
    ['after a refund made elsewhere', { isRefundedElsewhere: true }, ada, 'refunded_elsewhere'],
    ['somebody of another order', {}, { registrationIds: [4], freeSeats: 0 }, 'registration_not_found'],
    ['more seats than are open', {}, { registrationIds: [], freeSeats: 8 }, 'no_such_seats'],
  ] as const)('of %s is refused', (_what, changes, choice, refusal) => {
    const preview = previewCancellation({ ...team, ...changes }, rule, early, choice);
    expect(preview).toMatchObject({ refusal, nothingBack: null });
  });

  test('of all seats except those checked in leaves their seats', () => {
    expect(previewCancellation(team, rule, early, everything)).toMatchObject({
      amount: 4500_00,
      seatsLeft: 1,
    });
  });

  test('counts no more open seats than there are', () => {
    const open = { ...team, people: [], freeSeats: 10 };
    expect(previewCancellation(open, rule, early, { registrationIds: [], freeSeats: 11 })).toMatchObject({
      amount: 5000_00,
      seats: 10,
      seatsLeft: 0,
    });
    expect(outcomeOf(team, { registrationIds: [], freeSeats: 8 }, 0)).toMatchObject({
      seats: 7,
      seatsLeft: 3,
    });
  });

  test('by staff that returns all the remaining money ends every ticket, chosen or not', () => {
    expect(outcomeOf(team, ada, 5000_00)).toMatchObject({ endingIds: [1, 2, 3], seats: 10, seatsLeft: 0 });
    expect(outcomeOf(team, ada, 4999_99)).toMatchObject({ endingIds: [1], seats: 1, seatsLeft: 9 });
  });
});

/** An order of open seats, its price list, and the number of seats in each successive cancellation. */
const order = fc.record({
  seats: fc.constantFrom(1, 5, 10),
  price: fc.integer({ min: 100, max: 10_000_00 }),
  paid: fc.integer({ min: 1, max: 100 }),
  rises: fc.array(fc.integer({ min: 0, max: 2_000_00 }), { minLength: 10, maxLength: 10 }),
  /** Percent of the total that staff refunded before, without seats. */
  goodwill: fc.integer({ min: 0, max: 100 }),
  seatValue: fc.constantFrom('keep_price' as const, 'reprice' as const),
  percents: fc.array(fc.constantFrom(100, 75, 50, 33, 1, 0), { minLength: 10, maxLength: 10 }),
  parts: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 10 }),
});
type Order = typeof order extends fc.Arbitrary<infer O> ? O : never;

/** Cancels the parts in sequence, after a refund by staff. Returns each amount. */
function cancelInParts(
  one: Order,
  parts: readonly number[],
  percents: readonly number[],
  goodwill = 0,
): number[] {
  const { seats, price, paid, rises, seatValue } = one;
  const total = Math.max(50, Math.floor((price * paid) / 100));
  const prices = [0, ...rises].map((_, index, all) => sum(all.slice(0, index + 1)));
  let [refunded, left] = [goodwill, seats];
  return parts.flatMap((part, index) => {
    const freeSeats = Math.min(part, left);
    if (freeSeats === 0) return [];
    const facts: CancelFacts = {
      ...{ bought: { seats, price: Math.max(price, total), total }, captured: total, refunded, lost: 0 },
      ...{ isDisputed: false, isRefundedElsewhere: false, people: [], freeSeats: left, list: prices },
    };
    const percent = percents[index % percents.length]!;
    const terms: RefundRule = { seatValue, steps: percent === 0 ? [] : [{ until: '2025-09-05', percent }] };
    const preview = previewCancellation(facts, terms, early, { registrationIds: [], freeSeats });
    refunded += preview.amount;
    left -= freeSeats;
    expect(preview).toMatchObject({ refusal: null, costsAfterwards: total - refunded, seatsLeft: left });
    return [preview.amount];
  });
}
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const totalOf = ({ price, paid }: Order) => Math.max(50, Math.floor((price * paid) / 100));
const goodwillOf = (one: Order) => percentOf(totalOf(one), one.goodwill);

describe('whatever is canceled', () => {
  test('amounts are whole cents, never negative, and never more than was paid in all', () => {
    fc.assert(
      fc.property(order, (one) => {
        const amounts = cancelInParts(one, one.parts, one.percents, goodwillOf(one));
        for (const amount of amounts) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        expect(sum(amounts) + goodwillOf(one)).toBeLessThanOrEqual(totalOf(one));
      }),
    );
  });

  test('canceling all seats in parts returns the percentage of the whole, to the cent', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(100, 75, 50, 33, 1), (one, percent) => {
        const inParts = sum(cancelInParts(one, [...one.parts, 10], [percent]));
        expect(inParts).toBe(percentOf(totalOf(one), percent));
        expect(inParts).toBe(sum(cancelInParts(one, [10], [percent])));
      }),
    );
  });

  test('neither the order nor the number of the parts makes a difference, also after a refund without seats', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(100, 50, 33), (one, percent) => {
        const parts = [1, 3, 2].filter((part) => part < one.seats);
        const refunded = (these: readonly number[]) =>
          sum(cancelInParts(one, these, [percent], goodwillOf(one)));
        expect(refunded(parts)).toBe(refunded(parts.toReversed()));
        expect(refunded(parts)).toBe(refunded([sum(parts)]));
      }),
    );
  });
});
