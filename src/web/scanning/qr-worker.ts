import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { QrAnswer } from './qr-detector.ts';

// Ours, not the copy that the library would fetch from another site; loaded while the camera waits for permission.
const ready = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

self.onmessage = async ({ data: picture }: MessageEvent<ImageData>) => {
  self.postMessage(await read(picture));
};

async function read(picture: ImageData): Promise<QrAnswer> {
  try {
    await ready;
    const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return { text: code?.text || null };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
