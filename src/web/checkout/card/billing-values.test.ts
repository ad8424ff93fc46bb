import { afterEach, expect, test, vi } from 'vitest';
import type { PendingRegistration } from '#contract/checkout.ts';
import type { Order } from '#contract/orders.ts';
import { mount } from '#test/mount.ts';
import {
  type BillingValues,
  checkBilling,
  knownBilling,
  problemsFromServer,
  whatIsMissing,
} from './billing-values.ts';
import { US_STATES } from './us-states.ts';
import { useBillingForm } from './use-billing-form.ts';

afterEach(() => vi.unstubAllGlobals());

const values: BillingValues = {
  email: 'jane@example.org',
  firstName: 'Jane',
  lastName: 'Sample',
  addressLine1: '12 Harbor Street',
  addressLine2: '',
  locality: 'Denver',
  administrativeDistrictLevel1: 'CO',
  postalCode: '80210',
};
const order = {
  organizerFirstName: 'Jane',
  organizerLastName: 'Sample',
  organizerEmail: 'jane@example.org',
} as Order;

test('a complete form becomes the request', () => {
  expect(checkBilling({ ...values, firstName: ' Jane ', postalCode: '80210-0001' })).toEqual({
    ok: true,
    billing: { ...values, addressLine2: null, postalCode: '80210-0001', country: 'US' },
  });
});

test('each field reports its problem once', () => {
  const checked = checkBilling({ ...values, email: 'jane', postalCode: '8021', locality: ' ' });
  expect(checked.ok ? null : [...checked.problems]).toEqual([
    ['email', 'Valid email is required'],
    ['locality', 'City is required'],
    ['postalCode', 'Enter a 5-digit ZIP code or ZIP+4'],
  ]);
  const blank = checkBilling({ ...values, postalCode: '' });
  expect(blank.ok ? null : [...blank.problems]).toEqual([['postalCode', 'ZIP code is required']]);
});

test('the button waits for the required fields, then for the card field', () => {
  const blank = { ...values, addressLine1: ' ', addressLine2: '', administrativeDistrictLevel1: '' };
  expect(whatIsMissing(blank, 'ready')).toBe('Still needed: Address and State.');
  expect(whatIsMissing({ ...blank, locality: '' }, 'loading')).toBe(
    'Still needed: Address, City, and State.',
  );
  expect(whatIsMissing(values, 'loading')).toBe('The card field is still loading.');
  expect(whatIsMissing(values, 'failed')).toBe('The card field could not be loaded.');
  expect(whatIsMissing(values, 'ready')).toBeNull();
});

test('the buyer’s details come from this tab’s registration, otherwise from the order', () => {
  const pending = {
    firstName: 'Janet',
    lastName: 'Sample',
    email: 'JANE@example.org',
  } as PendingRegistration;
  const named = (from: PendingRegistration | null) => {
    const { email, firstName, lastName, ...address } = knownBilling(order, from);
    expect(Object.values(address).join('')).toBe('');
    return [email, firstName, lastName];
  };
  expect(named(pending)).toEqual(['JANE@example.org', 'Janet', 'Sample']);
  expect(named(null)).toEqual(['jane@example.org', 'Jane', 'Sample']);
  expect(named({ ...pending, email: 'somebody.else@example.org' })).toEqual([
    'jane@example.org',
    'Jane',
    'Sample',
  ]);
});

test('a refusal by the server is shown at the field', () => {
  const fields = { amount: 'Expected the amount in cents', 'billingData.postalCode': 'No such ZIP code' };
  expect([...problemsFromServer(fields)]).toEqual([['postalCode', 'No such ZIP code']]);
  expect([...problemsFromServer({})]).toEqual([]);
});

test('the buyer can choose every state, the capital, five territories and three codes for the armed forces abroad', () => {
  expect(US_STATES).toHaveLength(50 + 1 + 5 + 3);
  expect(new Set(US_STATES.map(({ value }) => value)).size).toBe(US_STATES.length);
  expect(US_STATES.filter(({ value, label }) => !/^[A-Z]{2}$/.test(value) || label.trim() !== label)).toEqual(
    [],
  );
  expect(US_STATES.find(({ value }) => value === 'DC')).toEqual({
    value: 'DC',
    label: 'District of Columbia',
  });
});

test('a field that the server refused is complained about until it changes', async () => {
  const form = await mount(() => useBillingForm(order, values));
  const field = () => form.result.field('postalCode');
  await form.act(() => form.result.refuse(new Map([['postalCode', 'Not accepted.']])));
  expect(field().error).toBe('Not accepted.');
  const target = { value: '80211' } as HTMLInputElement;
  await form.act(() => field().onChange({ target } as Parameters<ReturnType<typeof field>['onChange']>[0]));
  expect([field().value, field().error]).toEqual(['80211', undefined]);
});

test('the card’s ZIP code replaces the address’s only while both were the same', async () => {
  const form = await mount(() => useBillingForm(order, values));
  await form.act(() => form.result.followZipCode('90210', '80210'));
  expect(form.result.values.postalCode).toBe('90210');
  await form.act(() => form.result.followZipCode('10001', '80210'));
  expect(form.result.values.postalCode).toBe('90210');
});
