/** Reads one QR code in the current frame of a video; null if there is none. */
interface QrDetector {
  detect(video: HTMLVideoElement): Promise<string | null>;
  close(): void;
}

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own detector if it reads QR codes, otherwise ours in a worker. */
export async function openQrDetector(): Promise<QrDetector> {
  const native = await findNativeDetector();
  if (!native) return openWorkerDetector();
  let fallback: QrDetector | null = null;
  return {
    detect: async (video) => {
      if (fallback) return fallback.detect(video);
      try {
        return (await native.detect(video))[0]?.rawValue || null;
      } catch {
        // Some systems expose the detector without its service. Ours takes over then.
        fallback = openWorkerDetector();
        return fallback.detect(video);
      }
    },
    close: () => fallback?.close(),
  };
}

async function findNativeDetector(): Promise<NativeDetector | null> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (!Native) return null;
  const formats = await Native.getSupportedFormats();
  return formats.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null;
}

function openWorkerDetector(): QrDetector {
  const reader = openReader();
  // Reading pixels is the slowest step on a slow phone, so the worker does it.
  return { detect: async (video) => reader.read(await createImageBitmap(video)), close: reader.close };
}

const READER_FAILED = 'The code reader could not be loaded.';

/** What the worker returns for a frame. */
export type QrResponse = { readonly text: string | null } | { readonly failure: string };

/** The worker, which gets one frame at a time. Its script may fail to load before the first frame. */
function openReader() {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module', name: 'qr' });
  let broken: Error | null = null;
  let refuse: (error: Error) => void = () => {};
  worker.onerror = (event) => {
    broken = new Error(READER_FAILED, { cause: event });
    refuse(broken);
  };
  const read = (picture: ImageBitmap) =>
    new Promise<string | null>((resolve, reject) => {
      if (broken) return reject(broken);
      refuse = reject;
      worker.onmessage = ({ data }: MessageEvent<QrResponse>) => {
        if ('failure' in data) reject(new Error(READER_FAILED, { cause: data.failure }));
        else resolve(data.text);
      };
      worker.postMessage(picture, [picture]);
    });
  return { read, close: () => worker.terminate() };
}
