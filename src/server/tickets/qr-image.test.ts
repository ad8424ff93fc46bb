import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { CODE_BYTES, qrTokenFrom } from '#domain/codes.ts';
import { qrPng, qrSvg } from './qr-image.ts';

const TOKEN = qrTokenFrom(new Uint8Array(CODE_BYTES).map((_, index) => (index * 37 + 11) % 256));

beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } });
});

test('a scanner reads the SVG as the token', async () => {
  const svg = qrSvg(TOKEN);
  const png = await sharp(Buffer.from(svg), { density: 600 }).png().toBuffer();
  expect(await read(png)).toEqual([{ text: TOKEN, level: 'M' }]);
  // 25 modules and a quiet zone of 4 on each side.
  expect(svg).toContain('viewBox="0 0 33 33"');
  expect(svg.length).toBeLessThan(1_500);
});

test('a scanner reads the PNG as the token, and it is wide enough for a mail', async () => {
  const png = await qrPng(TOKEN);
  expect(await read(png)).toEqual([{ text: TOKEN, level: 'M' }]);
  expect(await sharp(png).metadata()).toMatchObject({ width: 396, height: 396 });
});

test('the PNG has the same modules as the SVG', async () => {
  const pixels = (image: Buffer) =>
    sharp(image).resize(33, 33, { kernel: 'nearest' }).toColourspace('b-w').raw().toBuffer();
  expect(await pixels(await qrPng(TOKEN))).toEqual(await pixels(Buffer.from(qrSvg(TOKEN))));
});

test('the quiet zone is white, also on a dark page', async () => {
  const { data, info } = await sharp(Buffer.from(qrSvg(TOKEN)))
    .resize(33, 33, { kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const border = Array.from({ length: 33 * 33 }, (_, index) => ({ x: index % 33, y: Math.floor(index / 33) }))
    .filter(({ x, y }) => x < 4 || y < 4 || x > 28 || y > 28)
    .map(({ x, y }) => [...data.subarray((y * 33 + x) * info.channels, (y * 33 + x + 1) * info.channels)]);
  expect(new Set(border.map(String))).toEqual(new Set(['255,255,255,255']));
});

async function read(png: Buffer) {
  const found = await readBarcodes(png, { formats: ['QRCode'] });
  return found.map(({ text, ecLevel }) => ({ text, level: ecLevel }));
}
