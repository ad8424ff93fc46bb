import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const loading = readFile(program).then((wasm) =>
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer } }),
);

/** A picture's QR code, as a phone reads it. */
export async function readQr(png: Buffer): Promise<string[]> {
  await loading;
  const found = await readBarcodes(png, { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}
