import type { ChargeCardVerificationDetails, TokenResult } from '@square/web-payments-sdk-types';
import { expect, test } from 'vitest';
import type { BillingForm } from '#contract/square.ts';
import { askForToken } from './ask-for-token.ts';

const billing: BillingForm = {
  email: 'jane@example.org',
  firstName: 'Jane',
  lastName: 'Sample',
  addressLine1: '12 Harbor Street',
  addressLine2: 'Apartment 3',
  locality: 'Denver',
  administrativeDistrictLevel1: 'CO',
  postalCode: '80210',
  country: 'US',
};

const outcomeOf = (result: unknown) =>
  askForToken({ tokenize: async () => result as TokenResult }, 20_00, billing);

test('the token is requested with the total as a decimal, and the address', async () => {
  let asked: unknown;
  const tokenize = async (details?: unknown): Promise<TokenResult> => {
    asked = details;
    return { status: 'OK', token: 'cnon:one' };
  };
  expect(await askForToken({ tokenize }, 1500_05, billing)).toEqual({ kind: 'token', token: 'cnon:one' });
  expect(asked).toEqual({
    amount: '1500.05',
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: 'Jane',
      familyName: 'Sample',
      email: 'jane@example.org',
      addressLines: ['12 Harbor Street', 'Apartment 3'],
      city: 'Denver',
      state: 'CO',
      postalCode: '80210',
      countryCode: 'US',
    },
  } satisfies ChargeCardVerificationDetails);
  await askForToken({ tokenize }, 20_00, { ...billing, addressLine2: null });
  expect((asked as ChargeCardVerificationDetails).billingContact.addressLines).toEqual(['12 Harbor Street']);
});

test.each([
  [{ status: 'Invalid', errors: [{ message: 'Card number is not valid', type: 'x' }, { message: 'no' }] }],
  [{ status: 'Error', errors: [{ message: 'Card number is not valid', type: 'VALIDATION_ERROR' }] }],
])('%j is reported in the first error’s words', async (result) => {
  expect(await outcomeOf(result)).toEqual({ kind: 'refused', text: 'Card number is not valid' });
});

test.each([
  [{ status: 'Error', errors: [] }],
  [{ status: 'Error' }],
  [{ status: 'Error', errors: [{ message: 'Failed to fetch', type: 'UNEXPECTED' }] }],
  [{ status: 'Invalid', errors: [{ message: '', type: 'VALIDATION_ERROR' }] }],
  [{ status: 'Unknown' }],
])('%j has no message for people', async (result) => {
  expect(await outcomeOf(result)).toEqual({ kind: 'refused', text: 'Card tokenization failed' });
});

test.each(['Cancel', 'Abort'])('%s means that the buyer canceled', async (status) => {
  expect(await outcomeOf({ status })).toEqual({ kind: 'called_off' });
});

test('a card field that throws has failed, too', async () => {
  const throwing = (error: unknown) => askForToken({ tokenize: () => Promise.reject(error) }, 20_00, billing);
  const errors = [{ message: 'Enter your ZIP code', type: 'VALIDATION_ERROR' }];
  const known = Object.assign(new Error('tokenize'), { errors });
  expect(await throwing(known)).toEqual({ kind: 'refused', text: 'Enter your ZIP code' });
  const technical = Object.assign(new Error('tokenize'), { errors: [{ message: 'Failed to fetch' }] });
  expect(await throwing(technical)).toEqual({ kind: 'refused', text: 'Card tokenization failed' });
  expect(await throwing(new Error('tokenize'))).toEqual({
    kind: 'refused',
    text: 'Card tokenization failed',
  });
  expect(await throwing(null)).toEqual({ kind: 'refused', text: 'Card tokenization failed' });
});
