import { describe, expect, test } from 'vitest';
import {
  type AccessVerdict,
  type Actor,
  ANONYMOUS,
  access,
  actorFor,
  mayEndAt,
  type Permission,
  phonesWithPlace,
} from './access.ts';

const lists = {
  adminEmails: ['Staff@example.org', 'coupons@example.org'],
  couponAdminEmail: 'coupons@example.org',
};
const visitor = actorFor('visitor@example.org', lists, []);
const staff = actorFor('staff@example.org', lists, []);
const couponAdmin = actorFor('coupons@example.org', lists, []);

const now = new Date('2025-09-20T14:00:00Z');
const NO_PHONE = { door: 'join_first', door_supervisor: 'join_first' } as const;

describe('who may do what (R-ACCESS-1)', () => {
  test.each<[string, Actor, Record<Permission, AccessVerdict>]>([
    [
      'nobody',
      ANONYMOUS,
      { ...NO_PHONE, anyone: 'allowed', admin: 'sign_in_first', coupon_admin: 'sign_in_first' },
    ],
    [
      'a signed-in stranger',
      visitor,
      { ...NO_PHONE, anyone: 'allowed', admin: 'forbidden', coupon_admin: 'forbidden' },
    ],
    ['staff', staff, { ...NO_PHONE, anyone: 'allowed', admin: 'allowed', coupon_admin: 'forbidden' }],
    [
      'the coupon administrator',
      couponAdmin,
      { ...NO_PHONE, anyone: 'allowed', admin: 'allowed', coupon_admin: 'allowed' },
    ],
    [
      'a coupon administrator removed from the list',
      { ...couponAdmin, isAdmin: false },
      { ...NO_PHONE, anyone: 'allowed', admin: 'forbidden', coupon_admin: 'forbidden' },
    ],
    [
      'an address without a sign-in',
      { ...couponAdmin, email: null },
      { ...NO_PHONE, anyone: 'allowed', admin: 'sign_in_first', coupon_admin: 'sign_in_first' },
    ],
  ])('for %s, every permission has its verdict', (_name, actor, verdicts) => {
    const permissions = Object.keys(verdicts) as Permission[];
    expect(Object.fromEntries(permissions.map((one) => [one, access(actor, one, now)]))).toEqual(verdicts);
  });
});

describe('what a door phone may do (R-DOOR-7)', () => {
  const phone = { id: 'one', person: 'Maria', door: 'Garage', endsAt: new Date('2025-09-20T14:00:01Z') };
  const verdicts = (actor: Actor) =>
    (['anyone', 'door', 'door_supervisor', 'admin', 'coupon_admin'] as const).map((one) =>
      access(actor, one, now),
    );

  test('stewards work at the door and supervisors see all doors; neither may use the desk’s calls', () => {
    expect(verdicts({ ...ANONYMOUS, phone: { ...phone, role: 'steward' } })).toEqual([
      'allowed',
      'allowed',
      'forbidden',
      'sign_in_first',
      'sign_in_first',
    ]);
    expect(verdicts({ ...ANONYMOUS, phone: { ...phone, role: 'supervisor' } })).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'sign_in_first',
      'sign_in_first',
    ]);
  });

  test('an expired phone may do nothing', () => {
    const ended = { ...phone, role: 'supervisor', endsAt: now } as const;
    expect(verdicts({ ...ANONYMOUS, phone: ended }).slice(1, 3)).toEqual(['phone_ended', 'phone_ended']);
  });
});

test.each([
  ['a year ahead', '2024-08-01T14:00:00Z', '2025-08-01T14:00:00Z', true],
  ['with an event that is later', '2024-08-01T14:00:00Z', '2025-09-21T06:00:00Z', true],
  ['after that', '2024-08-01T14:00:00Z', '2025-09-21T06:00:01Z', false],
  ['a year ahead after the event', '2025-10-01T00:00:00Z', '2026-10-01T00:00:00Z', true],
  ['later than a year after the event', '2025-10-01T00:00:00Z', '2026-10-01T00:00:01Z', false],
])('an invitation may end %s (R-DOOR-7)', (_when, at, endsAt, may) => {
  const event = { closesAt: '2025-09-21T00:00:00-06:00' };
  expect(mayEndAt(new Date(endsAt), event, new Date(at))).toBe(may);
});

test('a phone that joins again, however often, takes up one place of its invitation', () => {
  const joined = [
    { id: 'first', invitationId: 1, replaces: null },
    { id: 'renamed', invitationId: 1, replaces: 'first' },
    { id: 'supervisor', invitationId: 2, replaces: 'renamed' },
    { id: 'moved', invitationId: 1, replaces: 'supervisor' },
    { id: 'other', invitationId: 1, replaces: null },
  ];
  const places = (invitation: number) => phonesWithPlace(joined, invitation).map(({ id }) => id);
  expect([places(1), places(2)]).toEqual([['moved', 'other'], ['supervisor']]);
});

describe('the rights of an email address (R-ACCESS-2)', () => {
  test.each([
    ['staff@example.org', true, false],
    ['STAFF@EXAMPLE.ORG', true, false],
    ['Coupons@Example.org', true, true],
    ['visitor@example.org', false, false],
    ['staff@example.org.example.com', false, false],
    ['staff@example.or', false, false],
    ['xstaff@example.org', false, false],
    [' staff@example.org', false, false],
    ['', false, false],
  ])('%j: staff %s, coupon administrator %s', (email, isAdmin, isCouponAdmin) => {
    expect(actorFor(email, lists, ['ORDER'])).toEqual({ email, isAdmin, isCouponAdmin, orders: ['ORDER'] });
  });

  test('an address with a look-alike letter has no rights', () => {
    const kim = { adminEmails: ['kim@example.org'], couponAdminEmail: 'kim@example.org' };
    const kelvinSign = actorFor('\u212Aim@example.org', kim, []);
    expect([kelvinSign.isAdmin, kelvinSign.isCouponAdmin]).toEqual([false, false]);
  });

  test('the coupon administrator must be staff', () => {
    const outside = { adminEmails: ['staff@example.org'], couponAdminEmail: 'coupons@example.org' };
    expect(actorFor('coupons@example.org', outside, [])).toMatchObject({
      isAdmin: false,
      isCouponAdmin: false,
    });
  });

  test('with no coupon administrator set, nobody has those rights', () => {
    expect(actorFor('staff@example.org', { ...lists, couponAdminEmail: null }, []).isCouponAdmin).toBe(false);
  });

  test("a visitor who isn't signed in has only the browser's own orders", () => {
    expect(actorFor(null, lists, ['ORDER'])).toEqual({ ...ANONYMOUS, orders: ['ORDER'] });
  });
});
