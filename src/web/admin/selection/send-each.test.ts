import { expect, test } from 'vitest';
import { ApiError } from '../../api.ts';
import { goneWords, sendEach } from './send-each.ts';

const rows = new Map([
  [1, 'DSS000001 Ada'],
  [2, 'DSS000002 Ben'],
  [3, 'DSS000003 Cy'],
  [4, 'DSS000004 Di'],
]);

test('rows are sent in sequence; refusals are reported by name and do not stop the others', async () => {
  const sent: number[] = [];
  const progress: number[] = [];
  const report = await sendEach(
    rows,
    async (id) => {
      if (id === 1) throw new ApiError(409, '', { code: 'order_not_confirmed', message: 'It is not paid.' });
      if (id === 2) throw new Error('broken');
      if (id === 4) throw new ApiError(404, '', { code: 'order_not_found', message: 'Order not found' });
      sent.push(id);
    },
    (done) => progress.push(done),
  );
  expect(report).toEqual({
    sent: 1,
    gone: new Map([[4, 'DSS000004 Di']]),
    failures: [
      { id: 1, name: 'DSS000001 Ada', reason: 'It is not paid.' },
      { id: 2, name: 'DSS000002 Ben', reason: 'The server did not respond.' },
    ],
    signedOut: null,
  });
  expect(sent).toEqual([3]);
  expect(progress).toEqual([1, 2, 3, 4]);
});

test('an expired session stops it, and the rest is reported as not sent', async () => {
  const asked: number[] = [];
  const signedOut = new ApiError(401, '', { code: 'sign_in_first', message: 'Please sign in.' });
  const report = await sendEach(
    rows,
    async (id) => {
      asked.push(id);
      if (id === 3) throw signedOut;
    },
    () => {},
  );
  expect(report).toEqual({
    sent: 2,
    gone: new Map(),
    failures: [
      { id: 3, name: 'DSS000003 Cy', reason: 'Please sign in.' },
      { id: 4, name: 'DSS000004 Di', reason: 'Please sign in.' },
    ],
    signedOut,
  });
  expect(asked).toEqual([1, 2, 3]);
});

test('a lost response stops it, because each of the others might take as long to fail, and that one may have been sent', async () => {
  const asked: number[] = [];
  const lost = Object.assign(new ApiError(0, '', { message: 'The server took too long to respond.' }), {
    code: 'unreachable' as const,
  });
  const report = await sendEach(
    rows,
    async (id) => {
      asked.push(id);
      if (id === 3) throw lost;
    },
    () => {},
  );
  expect(report).toEqual({
    sent: 2,
    gone: new Map(),
    failures: [
      {
        ...{ id: 3, name: 'DSS000003 Cy' },
        reason: 'The server took too long to respond. It may have been sent.',
      },
      { id: 4, name: 'DSS000004 Di', reason: 'Not tried yet.' },
    ],
    signedOut: null,
  });
  expect(asked).toEqual([1, 2, 3]);
});

test('rows that somebody else has deleted are named', () => {
  expect([0, 1, 3].map((many) => goneWords(new Map([...rows].slice(0, many))))).toEqual([
    '',
    'DSS000001 Ada is no longer in the list.',
    'DSS000001 Ada, DSS000002 Ben, and DSS000003 Cy are no longer in the list.',
  ]);
});
