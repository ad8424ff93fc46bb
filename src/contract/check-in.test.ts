import { expect, test } from 'vitest';
import { checkIn, validateQr } from './check-in.ts';

test.each([
  [
    { qrToken: 'TOKEN', method: 'qr_scan', notes: 'late' },
    { qrToken: 'TOKEN', method: 'qr_scan', notes: 'late' },
  ],
  [{ qrToken: 'TOKEN' }, { qrToken: 'TOKEN', method: 'qr_scan' }],
  [
    { registrationId: 7, method: 'manual_lookup', notes: '' },
    { registrationId: 7, method: 'manual_lookup', notes: null },
  ],
  [
    { registrationId: 7, method: 'manual_lookup', notes: 'wheelchair\nseat A1' },
    { registrationId: 7, method: 'manual_lookup', notes: 'wheelchair\nseat A1' },
  ],
])('%j is a check-in', (given, parsed) => {
  expect(checkIn.body.parse(given)).toEqual(parsed);
});

test.each([
  [{}],
  [{ method: 'qr_scan' }],
  [{ qrToken: '' }],
  [{ qrToken: 'TOKEN', method: 'manual_lookup' }],
  [{ registrationId: 7 }],
  [{ registrationId: '7', method: 'manual_lookup' }],
  [{ registrationId: 0, method: 'manual_lookup' }],
  [{ registrationId: 1.5, method: 'manual_lookup' }],
  [{ registrationId: 2_147_483_648, method: 'manual_lookup' }],
  [{ registrationId: 7, method: 'qr_scan' }],
  [{ qrToken: 'x'.repeat(4097) }],
])('%j is not a check-in', (given) => {
  const parsed = checkIn.body.safeParse(given);
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
    'Scan a ticket or choose a person first',
  ]);
});

test.each([
  [{ qrToken: 'x'.repeat(4096) }, []],
  [{ qrToken: '' }, []],
  [{ qrToken: 'x'.repeat(4097) }, ['This is not a ticket code']],
  [{}, ['Scan or paste a ticket code']],
  [{ qrToken: 7 }, ['Scan or paste a ticket code']],
])('a ticket preview, case %#', (given, told) => {
  expect(validateQr.body.safeParse(given).error?.issues.map((issue) => issue.message) ?? []).toEqual(told);
});
