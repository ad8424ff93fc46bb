import { keepAwake } from '../keep-awake.ts';
import { type Camera, openCamera } from './camera.ts';
import { openQrDetector } from './qr-detector.ts';
import { startScanLoop } from './scan-loop.ts';

interface ScannerEvents {
  onCode: (text: string) => void;
  /** 10 s without a code; the camera stays on. */
  onSilence: () => void;
  /** The camera was disconnected, or this device can't read codes. The scanner has stopped. */
  onLost: (error: Error) => void;
  /** While it returns true, the picture is shown but not scanned. */
  isPaused: () => boolean;
}

export interface Scanner {
  readonly camera: Camera;
  stop(): void;
}

/** Shows the camera in `video` and reads codes from it until stopped. Rejects if there is no camera. */
export async function startScanner(video: HTMLVideoElement, events: ScannerEvents): Promise<Scanner> {
  const detector = await openQrDetector();
  let camera: Camera;
  try {
    camera = await openCamera();
  } catch (error) {
    detector.close();
    throw error;
  }
  const letSleep = keepAwake();
  const stop = () => {
    stopLoop();
    detector.close();
    letSleep();
    camera.close();
    // The next camera may already be shown.
    if (video.srcObject === camera.stream) video.srcObject = null;
  };
  const lose = (error: Error) => {
    stop();
    events.onLost(error);
  };
  const stopLoop = startScanLoop({
    detect: async () => (!events.isPaused() && hasPicture(video) ? detector.detect(video) : null),
    onCode: events.onCode,
    onSilence: events.onSilence,
    onFailure: (error) => lose(error instanceof Error ? error : new Error(String(error))),
  });
  camera.onLost(() => lose(new Error('The camera was disconnected.')));
  video.srcObject = camera.stream;
  try {
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  return { camera, stop };
}

function hasPicture(video: HTMLVideoElement): boolean {
  return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0;
}
