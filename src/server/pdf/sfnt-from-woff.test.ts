import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { sfntFromWoff } from './sfnt-from-woff.ts';

const { resolve } = createRequire(import.meta.url);
const woff = readFileSync(
  resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-400-normal.woff'),
);

/** The checksum that fonts store per table: the sum of its words. */
function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

test('the font has the size that its file states, and each table its checksum', () => {
  const sfnt = sfntFromWoff(woff);
  expect(sfnt.length).toBe(woff.readUInt32BE(16));
  const count = sfnt.readUInt16BE(4);
  expect(count).toBe(woff.readUInt16BE(12));
  for (let index = 0; index < count; index += 1) {
    const entry = sfnt.subarray(12 + index * 16, 28 + index * 16);
    const tag = entry.toString('latin1', 0, 4);
    const [offset, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const table = Buffer.from(sfnt.subarray(offset, offset + Math.ceil(length / 4) * 4));
    // The head table stores a checksum of the whole file, which counts as zero.
    if (tag === 'head') table.writeUInt32BE(0, 8);
    expect([tag, checksum(table)]).toEqual([tag, entry.readUInt32BE(4)]);
  }
});

test('what is not a WOFF file is refused', () => {
  expect(() => sfntFromWoff(Buffer.from('wOF2 and so on'))).toThrow('not a WOFF file');
});
