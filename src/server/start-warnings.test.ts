import { expect, test } from 'vitest';
import { findStartWarnings } from './start-warnings.ts';

test('a live site with proxies of its own starts without warnings', () => {
  expect(findStartWarnings({ isTestMode: false, trustedProxies: ['10.0.0.0/8', '::1'] })).toEqual([]);
});

test('test mode is reported', () => {
  expect(findStartWarnings({ isTestMode: true, trustedProxies: [] })).toEqual([
    'TEST MODE: no card is charged, and whoever uses a test card gets a ticket for nothing.',
  ]);
});

test.each(['0.0.0.0/0', '::/0'])('trusting %s is reported', (block) => {
  expect(findStartWarnings({ isTestMode: false, trustedProxies: ['10.0.0.0/8', block] })).toEqual([
    `TRUSTED_PROXIES has ${block}, so everybody's X-Forwarded-For is believed: visitors choose their own address, and limits by address hold nobody back.`,
  ]);
});
