import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES } from './order.ts';
import { passEnd, WALLETS, walletsFor } from './wallets.ts';

describe('the wallets that a device can have', () => {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
  const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36';
  const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

  test('are Apple’s on iPhones, Google’s on Android phones, and both elsewhere', () => {
    expect([IPHONE, PIXEL, MAC].map((agent) => walletsFor(agent, WALLETS))).toEqual([
      ['apple'],
      ['google'],
      ['apple', 'google'],
    ]);
  });

  test('are only those on offer', () => {
    expect([walletsFor(MAC, ['google']), walletsFor(PIXEL, ['apple']), walletsFor(IPHONE, [])]).toEqual([
      ['google'],
      [],
      [],
    ]);
  });
});

describe('a pass (R-PASS-1)', () => {
  const ticket = { replaced: null, voidedAt: null, paymentStatus: 'completed', isOver: false } as const;
  const at = new Date('2025-09-12T12:00:00Z');

  test('is valid while its code is current, its ticket valid and its order paid', () => {
    const ends = PAYMENT_STATUSES.map((paymentStatus) => passEnd({ ...ticket, paymentStatus }));
    expect(PAYMENT_STATUSES.filter((_, index) => ends[index] === null)).toEqual([
      'completed',
      'partially_refunded',
    ]);
    expect(passEnd({ ...ticket, paymentStatus: 'refunded' })).toEqual({
      kind: 'not_paid',
      paymentStatus: 'refunded',
    });
  });

  test('ends with its code, its ticket, its registration, or the time for which it is kept', () => {
    const replaced = { at, because: 'given_away' } as const;
    expect(passEnd({ ...ticket, replaced, voidedAt: at })).toEqual({ kind: 'replaced', ...replaced });
    expect(passEnd({ ...ticket, voidedAt: at, isOver: true })).toEqual({ kind: 'canceled' });
    expect(passEnd({ ...ticket, isOver: true })).toEqual({ kind: 'over' });
    expect(passEnd(null)).toEqual({ kind: 'canceled' });
  });
});
