/** Reads the text of one QR code in the picture that a video shows; null when there is none. */
export interface QrDetector {
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

/** The browser's own detector where it reads QR codes, else ours in a worker. */
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
        // Some systems offer the detector before its service is installed: from here on ours does the work.
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

/** A code of 33 modules is still read when it is a tenth as wide as this. */
const LONG_SIDE = 960;

function openWorkerDetector(): QrDetector {
  const worker = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module', name: 'qr' });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    detect: (video) => {
      const scale = Math.min(1, LONG_SIDE / Math.max(video.videoWidth, video.videoHeight));
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      return ask(worker, context.getImageData(0, 0, canvas.width, canvas.height));
    },
    close: () => worker.terminate(),
  };
}

/** What the worker answers to a picture. */
export type QrAnswer = { readonly text: string | null } | { readonly failure: string };

function ask(worker: Worker, picture: ImageData): Promise<string | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<QrAnswer>) => {
      if ('failure' in data) reject(new Error(data.failure));
      else resolve(data.text);
    };
    worker.onerror = () => reject(new Error('The code reader could not be loaded.'));
    worker.postMessage(picture, [picture.data.buffer]);
  });
}
