import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hashToken } from './hash-token.ts';
import { makeScanId } from './make-scan-id.ts';

const AT = Date.parse('2025-09-20T14:05:00.123Z');

test('ids are version 7 UUIDs with their time', () => {
  const id = makeScanId(AT + 0.7);
  expect([z.uuidv7().safeParse(id).success, Number.parseInt(id.replace('-', '').slice(0, 12), 16)]).toEqual([
    true,
    AT,
  ]);
});

test('ids are unique and sort by creation, even within a millisecond', () => {
  const ids = Array.from({ length: 3000 }, (_, at) => makeScanId(AT + Math.floor(at / 1000)));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(3000);
});

test('a code is hashed with SHA-256 in base64url', async () => {
  const { createHash } = await import('node:crypto');
  for (const token of ['T0', 'TZZZ', 'T1234567890ABCDEFGHJKMNPQRST']) {
    expect(await hashToken(token)).toBe(createHash('sha256').update(token).digest('base64url'));
  }
});
