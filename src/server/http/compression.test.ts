import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressible } from './compression.ts';

test('each encoding of a body is made once, when it is first asked for', async () => {
  const { plain, compressed } = compressible(Buffer.from('hello'.repeat(50)), { br: 5, gzip: 6 });
  expect(compressed('br')).toBe(compressed('br'));
  expect([brotliDecompressSync(await compressed('br')), gunzipSync(await compressed('gzip'))]).toEqual([
    plain,
    plain,
  ]);
});

test('an encoding that failed is tried again', async () => {
  const { compressed } = compressible(Buffer.from('hello'), { br: 5, gzip: 99 });
  const first = compressed('gzip');
  await expect(first).rejects.toThrow();
  const second = compressed('gzip');
  await expect(second).rejects.toThrow();
  expect(second).not.toBe(first);
});
