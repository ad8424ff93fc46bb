import { expect, test } from 'vitest';
import { countedAddress } from './counted-address.ts';

const SITE = 'https://summit.example.org';

test.each([
  ['/?gclid=1#pricing', '/?gclid=1#pricing'],
  ['/register', '/register'],
  ['/checkout', '/checkout'],
  ['/checkout/square-payment?orderId=4KD9', '/checkout'],
  ['/checkout-success?registrationId=4KD9', '/checkout-success'],
  ['/registration/4KD9', '/registration'],
  ['/confirmation/4KD9?new=1#top', '/confirmation'],
  ['/confirmations', '/confirmations'],
  ['/my-ticket#M4KD9', '/my-ticket'],
])('%s is counted as %s', (path, counted) => {
  expect(countedAddress(SITE + path)).toBe(SITE + counted);
});
