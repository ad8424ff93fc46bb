import { expect, test } from 'vitest';
import { findStartWarnings } from './start-warnings.ts';

type Given = Parameters<typeof findStartWarnings>[0];

function warningsOf(given: Partial<Given>): string[] {
  const quiet = { isTestMode: false, trustedProxies: [], appleWallet: null };
  return findStartWarnings({ ...quiet, ...given }, { closesAt: '2025-09-21T00:00:00-06:00' });
}

test('a live site with its own proxies starts without warnings', () => {
  expect(warningsOf({ trustedProxies: ['10.0.0.0/8', '::1'] })).toEqual([]);
});

test('test mode is reported', () => {
  expect(warningsOf({ isTestMode: true })).toEqual([
    'TEST MODE: no card is charged, and anyone with a test card gets a free ticket.',
  ]);
});

test.each(['0.0.0.0/0', '::/0'])('trusting %s is reported', (block) => {
  expect(warningsOf({ trustedProxies: ['10.0.0.0/8', block] })).toEqual([
    `TRUSTED_PROXIES has ${block}, so every X-Forwarded-For is trusted: visitors choose their own address, and limits by address have no effect.`,
  ]);
});

test('a pass certificate that ends before the event does is reported', () => {
  const ending = (at: string) =>
    warningsOf({ appleWallet: { expiresAt: new Date(at) } as Given['appleWallet'] });
  expect(ending('2025-09-21T06:00:00Z')).toEqual([]);
  expect(ending('2025-09-21T05:59:59Z')).toEqual([
    'APPLE_PASS_CERTIFICATE expires on 2025-09-21, before the event is over. Once it has expired, phones accept no new passes. Renew it.',
  ]);
});
