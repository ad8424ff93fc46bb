import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { QrResponse } from './qr-detector.ts';
import { readPixels } from './read-pixels.ts';

// Our copy instead of the one that the library would fetch from another site; loaded while the camera waits for
// permission.
const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

let canvas: OffscreenCanvas | undefined;

self.onmessage = async ({ data: picture }: MessageEvent<ImageData | ImageBitmap>) => {
  self.postMessage(await read(picture));
};

async function read(picture: ImageData | ImageBitmap): Promise<QrResponse> {
  try {
    await ready;
    const [code] = await readBarcodes(pixelsOf(picture), { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return { text: code?.text || null };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function pixelsOf(picture: ImageData | ImageBitmap): ImageData {
  if (picture instanceof ImageData) return picture;
  canvas ??= new OffscreenCanvas(1, 1);
  const pixels = readPixels(picture, picture, canvas);
  picture.close();
  return pixels;
}
