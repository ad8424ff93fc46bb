import { expect, test } from 'vitest';
import { readRequest } from './read-request.ts';

test('a person is exported, or erased, even with a ticket if the operator says so', () => {
  const email = 'jane@example.org';
  expect([
    readRequest(['export', email]),
    readRequest(['erase', email]),
    readRequest(['erase', email, '--even-with-ticket']),
  ]).toEqual([
    { verb: 'export', email, evenWithTicket: false },
    { verb: 'erase', email, evenWithTicket: false },
    { verb: 'erase', email, evenWithTicket: true },
  ]);
});

test.each([
  [],
  ['erase'],
  ['erase', 'no-address'],
  ['export', 'a@'],
  ['export', 'Ada <a@example.org>'],
  ['export', 'mailto:a@example.org'],
  ['erase', 'a@example.org', '--with-ticket'],
  ['export', 'a@example.org', '--even-with-ticket'],
  ['forget', 'a@example.org'],
])('other words are no request: %s', (...words) => {
  expect(readRequest(words)).toBe(null);
});
