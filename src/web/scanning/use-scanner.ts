import { useCallback, useEffect, useRef, useState } from 'react';
import { keepAwake } from '../keep-awake.ts';
import { type Camera, chooseCamera, isRefusal, listCameras, openCamera } from './camera.ts';
import { openQrDetector } from './qr-detector.ts';
import { startScanLoop } from './scan-loop.ts';

interface ScannerOptions {
  readonly onCode: (text: string) => void;
  /** The camera could not be opened, or was lost. */
  readonly onFailure?: (error: unknown) => void;
  /** While it returns true, the picture stays but isn't scanned, because scanning slows down the page. */
  readonly isPaused?: () => boolean;
}

/** The scanner's state for the page. `CameraVideo` shows its picture and must stay mounted. */
export function useScanner(options: ScannerOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const scanner = useRef<Awaited<ReturnType<typeof startScanner>> | null>(null);
  const attempt = useRef(0);
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off');
  const [silent, setSilent] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [cameraIds, setCameraIds] = useState<readonly string[]>([]);
  /** The camera last asked for, which may have failed. */
  const tried = useRef<string | null>(null);
  /** Whether to start again when the page is shown. */
  const isResting = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const stop = useCallback(() => {
    attempt.current += 1;
    scanner.current?.stop();
    scanner.current = null;
    setState('off');
    setSilent(false);
  }, []);
  useEffect(() => stop, [stop]);

  const fail = (error: unknown) => {
    stop();
    setProblem(error);
    latest.current.onFailure?.(error);
  };

  const rest = () => {
    stop();
    isResting.current = true;
  };

  const start = async () => {
    stop();
    const own = attempt.current;
    setProblem(null);
    setState('starting');
    try {
      const started = await startScanner(video.current!, {
        onCode: (text) => {
          setSilent(false);
          latest.current.onCode(text);
        },
        onSilence: () => setSilent(true),
        onLost: fail,
        isPaused: () => latest.current.isPaused?.() ?? false,
      });
      // Stopped, or left the page, while waiting for permission.
      if (own !== attempt.current) return started.stop();
      scanner.current = started;
      // Hiding the page doesn't end a start at once, because the browser's question for permission may hide it, too.
      if (isHidden()) return rest();
      setState('on');
      // Without a list there is no other camera to choose, but this one works.
      setCameraIds(await listCameras().catch(() => []));
    } catch (error) {
      if (own !== attempt.current) return;
      // A locked phone may open no camera. After a refusal, starting again would ask again.
      if (isHidden() && !isRefusal(error)) rest();
      else fail(error);
    }
  };

  const nextCamera = async () => {
    if (state === 'starting') return;
    const current = cameraIds.indexOf(tried.current ?? scanner.current?.camera.deviceId ?? '');
    const next = cameraIds[(current + 1) % cameraIds.length];
    if (!next) return;
    tried.current = next;
    chooseCamera(next);
    await start();
  };

  // Releases the camera while the page is hidden, and reopens it afterward.
  useEffect(() => {
    const look = () => {
      if (isHidden()) {
        if (scanner.current) rest();
      } else if (isResting.current) {
        isResting.current = false;
        void start();
      }
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });

  const camera = state === 'on' ? (scanner.current?.camera ?? null) : null;
  return { video, state, silent, problem, camera, canSwitch: cameraIds.length > 1, start, stop, nextCamera };
}

export type ScannerState = ReturnType<typeof useScanner>;

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

interface ScannerEvents {
  onCode: (text: string) => void;
  /** 10 s without a code; the camera stays on. */
  onSilence: () => void;
  /** The camera was disconnected, or this device can't read codes. The scanner has stopped. */
  onLost: (error: Error) => void;
  /** While it returns true, the picture is shown but not scanned. */
  isPaused: () => boolean;
}

/** Shows the camera in `video` and reads codes from it until stopped. Rejects if there is no camera. */
async function startScanner(video: HTMLVideoElement, events: ScannerEvents) {
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
