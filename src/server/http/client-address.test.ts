import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'];

test.each([
  ['no proxy at all', '203.0.113.7', null, '203.0.113.7'],
  ['a visitor who writes the header', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['one proxy', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  [
    'a visitor who writes the header before the proxy does',
    '127.0.0.1',
    '1.1.1.1, 203.0.113.7',
    '203.0.113.7',
  ],
  ['a visitor who writes a proxy', '127.0.0.1', '10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['a chain of proxies', '127.0.0.1', '1.1.1.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['a proxy that says nothing', '10.1.2.3', null, '10.1.2.3'],
  ['nobody but proxies', '127.0.0.1', '10.1.2.3', '10.1.2.3'],
  ['rubbish beyond the last proxy', '127.0.0.1', 'unknown, 10.1.2.3', '10.1.2.3'],
  ['rubbish alone', '127.0.0.1', "'; DROP TABLE orders", '127.0.0.1'],
  ['a header without end', '127.0.0.1', `${'1.1.1.1, '.repeat(5_000)}203.0.113.7`, '203.0.113.7'],
  ['IPv4 as IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv6', '2001:db8:1::5', '2001:db8:2::9', '2001:db8:2::9'],
  ['ports', '127.0.0.1', '[2001:db8:2::9]:4711, 10.1.2.3:80', '2001:db8:2::9'],
  ['no socket', null, '203.0.113.7', null],
])('the visitor’s address is found with %s', (_name, remote, forwarded, expected) => {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded });
  expect(clientAddress(remote, headers, PROXIES)).toBe(expected);
});

test('without configured proxies the header is ignored', () => {
  const headers = new Headers({ 'x-forwarded-for': '203.0.113.7' });
  expect(clientAddress('127.0.0.1', headers, [])).toBe('127.0.0.1');
});
