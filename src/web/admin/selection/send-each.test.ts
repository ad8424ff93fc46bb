import { expect, test } from 'vitest';
import { ApiError } from '../../api.ts';
import { sendEach } from './send-each.ts';

const rows = new Map([
  [1, 'DSS000001 Ada'],
  [2, 'DSS000002 Ben'],
  [3, 'DSS000003 Cy'],
]);

test('rows are sent in sequence; refusals are reported by name and do not stop the others', async () => {
  const sent: number[] = [];
  const progress: number[] = [];
  const report = await sendEach(
    rows,
    async (id) => {
      if (id === 1) throw new ApiError(409, '', { code: 'order_not_confirmed', message: 'It is not paid.' });
      if (id === 2) throw new Error('broken');
      sent.push(id);
    },
    (done) => progress.push(done),
  );
  expect(report).toEqual({
    sent: 1,
    failures: [
      { id: 1, name: 'DSS000001 Ada', reason: 'It is not paid.' },
      { id: 2, name: 'DSS000002 Ben', reason: 'The server did not respond.' },
    ],
  });
  expect(sent).toEqual([3]);
  expect(progress).toEqual([1, 2, 3]);
});
