import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { QrResponse } from './qr-detector.ts';

/** A code of 33 modules is still readable at a tenth of this width. */
const LONG_SIDE = 960;

// Our copy instead of the one that the library would fetch from another site; loaded while the camera waits for
// permission.
const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

const canvas = new OffscreenCanvas(1, 1);

self.onmessage = async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  self.postMessage(await read(picture));
};

async function read(picture: ImageBitmap): Promise<QrResponse> {
  try {
    await ready;
    const [code] = await readBarcodes(pixelsOf(picture), { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return { text: code?.text || null };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The picture scaled for detection, drawn on a reused canvas. */
function pixelsOf(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, LONG_SIDE / Math.max(picture.width, picture.height));
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
