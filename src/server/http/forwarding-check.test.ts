import { expect, test } from 'vitest';
import { openForwardingCheck } from './forwarding-check.ts';

const SENTENCE =
  'X-Forwarded-For came from a peer that TRUSTED_PROXIES does not name, and is ignored; if it is your proxy, all visitors count as one address';
const forwarded = new Headers({ 'x-forwarded-for': '203.0.113.7' });

function open(trustedProxies: string[]) {
  const warnings: unknown[] = [];
  const check = openForwardingCheck(trustedProxies, {
    warn: (...told: unknown[]) => void warnings.push(told),
  });
  return { check, warnings };
}

test('an unconfigured proxy is reported once', () => {
  const { check, warnings } = open(['10.0.0.0/8']);
  check('::ffff:172.17.0.1', forwarded);
  check('172.17.0.1', forwarded);
  expect(warnings).toEqual([[{ peer: '172.17.0.1' }, SENTENCE]]);
});

test('a public address that sends the header is not logged', () => {
  const { check, warnings } = open([]);
  check('198.51.100.9', forwarded);
  expect(warnings).toEqual([[{}, SENTENCE]]);
});

test.each([
  ['a trusted proxy', '10.1.2.3', forwarded],
  ['a visitor without the header', '198.51.100.9', new Headers()],
  ['no socket', null, forwarded],
])('%s is not reported', (_who, remote, headers) => {
  const { check, warnings } = open(['10.0.0.0/8']);
  check(remote, headers);
  expect(warnings).toEqual([]);
});
