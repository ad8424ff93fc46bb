import { describe, expect, test } from 'vitest';
import { type AccessVerdict, type Actor, ANONYMOUS, access, actorFor, type Permission } from './access.ts';

const lists = {
  adminEmails: ['Staff@example.org', 'coupons@example.org'],
  couponAdminEmail: 'coupons@example.org',
};
const visitor = actorFor('visitor@example.org', lists, []);
const staff = actorFor('staff@example.org', lists, []);
const couponAdmin = actorFor('coupons@example.org', lists, []);

describe('who may do what (R-ACCESS-1)', () => {
  test.each<[string, Actor, Record<Permission, AccessVerdict>]>([
    ['nobody', ANONYMOUS, { anyone: 'allowed', admin: 'sign_in_first', coupon_admin: 'sign_in_first' }],
    ['a signed-in stranger', visitor, { anyone: 'allowed', admin: 'forbidden', coupon_admin: 'forbidden' }],
    ['staff', staff, { anyone: 'allowed', admin: 'allowed', coupon_admin: 'forbidden' }],
    [
      'the coupon administrator',
      couponAdmin,
      { anyone: 'allowed', admin: 'allowed', coupon_admin: 'allowed' },
    ],
    [
      'a coupon administrator who left the list',
      { ...couponAdmin, isAdmin: false },
      { anyone: 'allowed', admin: 'forbidden', coupon_admin: 'forbidden' },
    ],
    [
      'an address without a sign-in',
      { ...couponAdmin, email: null },
      { anyone: 'allowed', admin: 'sign_in_first', coupon_admin: 'sign_in_first' },
    ],
  ])('%s', (_name, actor, verdicts) => {
    const permissions = Object.keys(verdicts) as Permission[];
    expect(Object.fromEntries(permissions.map((one) => [one, access(actor, one)]))).toEqual(verdicts);
  });
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
