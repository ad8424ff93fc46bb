import { describe, expect, test } from 'vitest';
import { cardFormHeldUntil, exceededHold, type Held } from './holds.ts';

const NONE: Held = { orders: 0, seats: 0 };
const at = (minute: number) => new Date(Date.UTC(2025, 6, 15, 16, minute));

describe('the limits of one buyer (R-HOLD-1)', () => {
  test.each([
    ['the third team of ten', { orders: 2, seats: 20 }, 10, null],
    ['a seat beside three teams', { orders: 3, seats: 30 }, 1, 'browser'],
    ['the fifth single seat', { orders: 4, seats: 4 }, 1, null],
    ['the sixth', { orders: 5, seats: 5 }, 1, 'browser'],
  ] as const)('count what one browser holds: %s', (_what, held, seats, exceeded) => {
    expect(exceededHold({ browser: held, email: held, ip: held }, seats)).toBe(exceeded);
  });

  test.each([
    ['ten seats beside three teams', { orders: 3, seats: 30 }, 10, null],
    ['one more', { orders: 4, seats: 40 }, 1, 'ip'],
    ['the thirtieth single seat', { orders: 29, seats: 29 }, 1, null],
    ['the thirty-first', { orders: 30, seats: 30 }, 1, 'ip'],
  ] as const)(
    'are wider for what one address holds, such as a school’s: %s',
    (_what, held, seats, exceeded) => {
      expect(exceededHold({ browser: NONE, email: NONE, ip: held }, seats)).toBe(exceeded);
    },
  );

  test('count one email from many IP addresses together', () => {
    const email = { orders: 3, seats: 25 };
    expect(exceededHold({ browser: NONE, email, ip: NONE }, 5)).toBe(null);
    expect(exceededHold({ browser: NONE, email, ip: NONE }, 10)).toBe('email');
  });
});

test('a card form holds its seats for 15 minutes after its last use, and for 35 at most (R-HOLD-2)', () => {
  const held = [0, 5, 19, 20, 21, 34].map((used) => cardFormHeldUntil(at(0), at(used)));
  expect(held).toEqual([15, 20, 34, 35, 35, 35].map(at));
});
