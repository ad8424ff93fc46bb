import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CODE_BYTES,
  codeGroups,
  isTransactionId,
  parsePartOfTransactionId,
  parseQrToken,
  parseRegistrationNumber,
  parseTransactionId,
  plainCode,
  qrTokenFrom,
  registrationNumber,
  transactionIdFrom,
} from './codes.ts';

const bytesOf = (fill: (index: number) => number) =>
  Uint8Array.from({ length: CODE_BYTES }, (_, index) => fill(index));
const CODE_LENGTH = 28;
const code = () => fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES });

describe('transaction ids and QR tokens (R-CODE-3)', () => {
  test.each([
    [bytesOf(() => 0), '0000000000000000000000000000'],
    [bytesOf(() => 255), 'ZZZZZZZZZZZZZZZZZZZZZZZZZZZG'],
  ])('%# is encoded in base 32', (bytes, text) => {
    expect(transactionIdFrom(bytes)).toBe(text);
    expect(qrTokenFrom(bytes)).toBe(`T${text}`);
  });

  test('hold at least 128 bits', () => {
    expect(CODE_BYTES * 8).toBe(136);
  });

  test.each([0, 1, 16, 18])('are not made of %i bytes', (length) => {
    expect(() => transactionIdFrom(new Uint8Array(length))).toThrow(RangeError);
    expect(() => qrTokenFrom(new Uint8Array(length))).toThrow(RangeError);
  });

  test('have 28 unambiguous characters that QR codes encode compactly', () => {
    fc.assert(
      fc.property(code(), (bytes) => {
        const id = transactionIdFrom(bytes);
        expect(id).toMatch(/^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{28}$/);
        expect(id).toBe(encodeSlowly(bytes));
        expect(isTransactionId(id)).toBe(true);
        expect(parseQrToken(`T${id}`)).toBe(qrTokenFrom(bytes));
      }),
      { numRuns: 5_000 },
    );
  });

  test('differ when any one bit of their bytes differs', () => {
    const ids = new Set<string>();
    for (let n = 0; n < 50_000; n += 1) {
      ids.add(transactionIdFrom(createHash('sha256').update(String(n)).digest().subarray(0, CODE_BYTES)));
    }
    expect(ids.size).toBe(50_000);
    const base = bytesOf((index) => index * 13);
    const flipped = Array.from({ length: CODE_BYTES * 8 }, (_, bit) =>
      transactionIdFrom(base.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))),
    );
    expect(new Set([transactionIdFrom(base), ...flipped]).size).toBe(CODE_BYTES * 8 + 1);
  });
});

describe('the text that a scanner returns', () => {
  const token = qrTokenFrom(bytesOf((index) => 200 - index));

  test.each([
    ['as printed', token],
    ['in small letters', token.toLowerCase()],
    ['with spaces around', ` \n${token}\t`],
    ['in groups, as the ticket shows it', token.match(/.{1,4}/g)!.join(' ')],
    ['with hyphens', token.match(/.{1,4}/g)!.join('-')],
    ['with dashes and spaces that an editor put in', token.match(/.{1,4}/g)!.join('\u00a0\u2013\u2009')],
    ['with a soft hyphen and an invisible space', `${token.slice(0, 9)}\u00ad\u200b${token.slice(9)}`],
    [
      'in full-width letters',
      token.replaceAll(/./g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    ],
  ])('is read as the token: %s', (_name, text) => {
    expect(parseQrToken(text)).toBe(token);
  });

  test.each([
    ['empty', ''],
    ['a transaction id', token.slice(1)],
    ['cut short', token.slice(0, -1)],
    ['a letter too many', `${token}0`],
    ['another first letter', `X${token.slice(1)}`],
    ['a letter outside the alphabet', `${token.slice(0, -1)}U`],
    ['a link', `https://summit.example.org/${token}`],
    ['4 kB', token.repeat(150)],
  ])('%s is not a token', (_name, text) => {
    expect(parseQrToken(text)).toBeNull();
  });

  test('letters that look like digits are read as those digits (R-CODE-5)', () => {
    const digits = `T${'01'.repeat(CODE_LENGTH / 2)}`;
    for (const look of ['OI', 'ol', 'oi', 'OL', '0l', 'o1']) {
      expect(parseQrToken(`T${look.repeat(CODE_LENGTH / 2)}`)).toBe(digits);
    }
  });

  test('a stored code is already in its plain form', () => {
    fc.assert(
      fc.property(code(), (bytes) => {
        const id = transactionIdFrom(bytes);
        expect(plainCode(id)).toBe(id);
      }),
    );
  });

  test.each([
    ['a QR token', token],
    ['small letters', token.slice(1).toLowerCase()],
    ['a DSS number', 'DSS000042'],
    ['a provider id', 'cs_test_0123456789abcdefghij'],
    ['empty', ''],
  ])('%s is not a transaction id', (_name, text) => {
    expect(isTransactionId(text)).toBe(false);
  });
});

describe('a link to an order (R-CODE-5)', () => {
  const id = '0K1M4QX8ZC3N9TBW5HVJ0RGD6YFS';
  test.each([
    ['as it is', id],
    ['small letters', id.toLowerCase()],
    ['O for 0', id.replaceAll('0', 'O')],
    ['I for 1', id.replaceAll('1', 'I')],
    ['l for 1', id.replaceAll('1', 'l')],
    ['a trailing blank', `${id} `],
    ['a line break in the middle', `${id.slice(0, 14)}\r\n${id.slice(14)}`],
    ['groups', id.replaceAll(/(.{7})/g, '$1-').replace(/-$/, '')],
  ])('accepts %s', (_name, typed) => {
    expect(parseTransactionId(typed)).toBe(id);
  });
  test.each([
    ['a letter too few', id.slice(1)],
    ['a letter too many', `${id}0`],
    ['a U', `U${id.slice(1)}`],
    ['a QR token', `T${id}`],
    ['a provider id', 'cs_test_0123456789abcdefghij'],
    ['nothing', ''],
  ])('does not accept %s', (_name, typed) => {
    expect(parseTransactionId(typed)).toBeNull();
  });
});

test.each([
  ['0K1M4', '0K1M4'],
  ['ok1-m4', '0K1M4'],
  ['0K1M', null],
  ['0K1MU', null],
])('a search for %j looks for the part %j of a transaction id (R-SEARCH-1)', (typed, part) => {
  expect(parsePartOfTransactionId(typed)).toBe(part);
});

describe('the registration number (R-CODE-2)', () => {
  test.each([
    [1, 'DSS000001'],
    [42, 'DSS000042'],
    [999_999, 'DSS999999'],
    [1_000_000, 'DSS1000000'],
  ])('of order %i is %s', (id, text) => {
    expect(registrationNumber('DSS', id)).toBe(text);
    expect(parseRegistrationNumber('DSS', text)).toBe(id);
  });

  test.each([
    ['dss000042', 42],
    ['  DSS000042 ', 42],
    ['DSS42', 42],
    ['DSS00004', 4],
    ['DSS-00042', 42],
    ['DSS 000042', 42],
    ['000042', null],
    ['DSS000042X', null],
    ['XDSS000042', null],
    ['DSS--42', null],
    ['ABC000042', null],
    ['DSS', null],
    ['', null],
  ])('%j is read as %s', (text, id) => {
    expect(parseRegistrationNumber('DSS', text)).toBe(id);
  });
});

/** The same encoding with one BigInt. */
function encodeSlowly(bytes: Uint8Array): string {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) * 16n;
  let text = '';
  for (let n = 0; n < 28; n += 1) {
    text = letters[Number(number % 32n)] + text;
    number /= 32n;
  }
  return text;
}

test('groups of five hold the whole code', () => {
  const code = 'T7K2M4QX8ZC3N9TBW5HVJ0RGD6YFS';
  expect(codeGroups(code)).toEqual(['T7K2M', '4QX8Z', 'C3N9T', 'BW5HV', 'J0RGD', '6YFS']);
  expect(codeGroups('')).toEqual([]);
});
