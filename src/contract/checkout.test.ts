import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { checkout, pendingRegistration as samplePending, teamOfTen } from '#test/factories.ts';
import {
  createCheckoutSession,
  encodePendingRegistration,
  pendingRegistration,
  registrationForm,
  teamMember,
  validateCoupon,
} from './checkout.ts';

/** The validation messages by dotted path; empty when valid. */
function fieldsTold(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

/** As a client might send it: `__proto__` is a key of its own only in JSON text. */
const withPrototypeKeys = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(
      '{',
      '{"__proto__":{"isAdmin":true,"amount":0},"constructor":{"prototype":{"isAdmin":true}},',
    ),
  );

describe('a team member', () => {
  const member = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };

  test('needs a name and an address', () => {
    expect(fieldsTold(teamMember, {})).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
    });
  });

  test.each([
    [member, null],
    [{ ...member, track: 'professionals' }, 'professionals'],
    [{ ...member, track: '' }, null],
    [{ ...member, track: null }, null],
  ])('%j has the track %s', (given, expected) => {
    expect(teamMember.parse(given)).toMatchObject({ ...member, track: expected });
  });

  test('cannot be in a track that does not exist', () => {
    expect(Object.keys(fieldsTold(teamMember, { ...member, track: 'teens' }))).toEqual(['track']);
  });
});

describe('the registration form', () => {
  test('says what is missing, in the words of the specification', () => {
    expect(fieldsTold(registrationForm, {})).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
      phone: 'Phone number is required',
      eventType: 'Choose conference, trainer or both',
    });
  });

  test('fills in optional fields', () => {
    const { firstName, lastName, email, phone, eventType } = samplePending();
    expect(registrationForm.parse({ firstName, lastName, email, phone, eventType })).toEqual({
      firstName,
      lastName,
      email,
      phone,
      eventType,
      organization: null,
      teamMembers: [],
    });
  });

  test.each(['conference', 'trainer', 'both'])('accepts the event type %s', (eventType) => {
    expect(fieldsTold(registrationForm, samplePending({ eventType }))).toEqual({});
  });

  test.each(['Conference', '', 'all', 'toString', null, 1])(
    'does not take the event type %j',
    (eventType) => {
      expect(fieldsTold(registrationForm, samplePending({ eventType }))).toEqual({
        eventType: 'Choose conference, trainer or both',
      });
    },
  );

  test('accepts up to ten team members', () => {
    const member = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
    const withTeam = (count: number) => samplePending({ teamMembers: Array(count).fill(member) });
    expect(fieldsTold(registrationForm, withTeam(10))).toEqual({});
    expect(fieldsTold(registrationForm, withTeam(11))).toEqual({ teamMembers: 'Enter at most 10 people' });
  });

  test('names the team member and the field', () => {
    const teamMembers = [{ firstName: 'Ada', lastName: ' ', email: 'ada@example.org' }];
    expect(fieldsTold(registrationForm, samplePending({ teamMembers }))).toEqual({
      'teamMembers.0.lastName': 'Last name is required',
    });
  });
});

describe('the pending registration (R-PRICE-1)', () => {
  test('accepts every field of the specification', () => {
    const whole = samplePending({
      amount: 20,
      originalAmount: 20,
      finalAmount: 14.95,
      discountAmount: 5.05,
      isEarlyBird: true,
      pricingType: 'individual',
      stripeProductId: null,
      attendeeCount: 1,
      couponCode: 'SAMPLE',
      appliedCoupon: { code: 'SAMPLE', anything: ['at', 'all'] },
      checkoutId: '6b1f3c3e-9d0a-4f5e-8a77-1d1a3f1c9b10',
    });
    const parsed = pendingRegistration.parse(whole);
    const inCents = { amount: 20_00, originalAmount: 20_00, finalAmount: 14_95, discountAmount: 5_05 };
    expect(parsed).toMatchObject({ ...whole, ...inCents });
    expect(encodePendingRegistration(parsed)).toMatchObject(whole);
  });

  test.each([
    [{ amount: -1 }, { amount: 'Amount must be non-negative' }],
    [{ finalAmount: -0.01 }, { finalAmount: 'Amount must be non-negative' }],
    [{ originalAmount: '20' }, { originalAmount: 'Expected an amount in dollars' }],
    [{ amount: 1e300 }, { amount: 'That amount is too large' }],
    [{ discountAmount: 1.234 }, { discountAmount: 'Expected dollars and cents' }],
    [{ pricingType: 'early_bird' }, { pricingType: 'Expected individual or group' }],
    [{ attendeeCount: 7 }, { attendeeCount: 'Choose one of the packages' }],
    [{ checkoutId: 'one' }, { checkoutId: 'Expected the id of a checkout' }],
    [{ couponCode: 'x'.repeat(65) }, { couponCode: 'Enter at most 64 characters' }],
  ])('%j is refused', (changes, told) => {
    expect(fieldsTold(pendingRegistration, samplePending(changes))).toEqual(told);
  });
});

describe('the body of a checkout', () => {
  const { body } = createCheckoutSession;

  test('accepts the registration as an object or as the stored text', () => {
    const given = teamOfTen();
    const asText = { ...given, registrationData: JSON.stringify(given.registrationData) };
    expect(body.parse(asText)).toEqual(body.parse(given));
    expect(body.parse(given).registrationData.teamMembers).toHaveLength(3);
  });

  test.each(['', '{', 'null', '[]', '"text"', '7', '{"firstName":"Ada"}'])(
    'stored text %j is refused',
    (text) => {
      const paths = Object.keys(fieldsTold(body, { ...checkout(), registrationData: text }));
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.every((path) => path.startsWith('registrationData'))).toBe(true);
    },
  );

  test('says what is missing', () => {
    expect(fieldsTold(body, { registrationData: samplePending() })).toEqual({
      eventType: 'Choose conference, trainer or both',
      teamMemberCount: 'Choose one of the packages',
    });
    expect(Object.keys(fieldsTold(body, checkout({ firstName: '' })))).toEqual([
      'registrationData.firstName',
    ]);
  });

  test.each([null, undefined, 7, 'text', []])('%j is not a checkout', (value) => {
    expect(body.safeParse(value).success).toBe(false);
  });

  test('drops prices, states and roles invented by a client', () => {
    const madeUp = { paymentStatus: 'completed', totalAmount: 0, id: 1, transactionId: 'X', role: 'admin' };
    const given = checkout();
    const parsed = body.parse({
      ...given,
      ...madeUp,
      registrationData: { ...given.registrationData, ...madeUp },
    });
    expect(Object.keys(parsed).filter((key) => key in madeUp)).toEqual([]);
    expect(Object.keys(parsed.registrationData).filter((key) => key in madeUp)).toEqual([]);
  });

  test('ignores prototype keys', () => {
    const given = checkout();
    const hostile = {
      ...(withPrototypeKeys(given) as object),
      registrationData: JSON.stringify(withPrototypeKeys(given.registrationData)),
    };
    const parsed = body.parse(hostile);
    expect(parsed).toEqual(body.parse(given));
    expect(Object.getPrototypeOf(parsed.registrationData)).toBe(Object.prototype);
    expect(Object.hasOwn(parsed.registrationData, '__proto__')).toBe(false);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});

describe('the body of a coupon check', () => {
  const { body } = validateCoupon;
  const given = { code: 'SAMPLE', eventType: 'conference', attendeeCount: 1 };

  test('accepts a code with surrounding spaces', () => {
    expect(body.parse({ ...given, code: ' sample ' })).toEqual({ ...given, code: 'sample' });
  });

  test.each([
    [{ code: '' }, { code: 'Enter a coupon code' }],
    [{ code: '  ' }, { code: 'Enter a coupon code' }],
    [{ code: undefined }, { code: 'Enter a coupon code' }],
    [{ code: 'x'.repeat(65) }, { code: 'This coupon code is not valid.' }],
    [{ eventType: 'x' }, { eventType: 'Choose conference, trainer or both' }],
    [{ attendeeCount: 3 }, { attendeeCount: 'Choose one of the packages' }],
  ])('%j is refused', (changes, told) => {
    expect(fieldsTold(body, { ...given, ...changes })).toEqual(told);
  });
});
