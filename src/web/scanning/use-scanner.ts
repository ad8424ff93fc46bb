import { useCallback, useEffect, useRef, useState } from 'react';
import { chooseCamera, listCameras } from './camera.ts';
import { type Scanner, startScanner } from './scanner.ts';

interface ScannerOptions {
  readonly onCode: (text: string) => void;
  /** The camera could not be opened, or was lost. */
  readonly onFailure?: (error: unknown) => void;
  /** While it returns true, the picture stays but isn't scanned, because scanning slows down the page. */
  readonly isPaused?: () => boolean;
}

/** The scanner's state for the page. Pass `video` to the video element, which must stay mounted. */
export function useScanner(options: ScannerOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const scanner = useRef<Scanner | null>(null);
  const attempt = useRef(0);
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off');
  const [silent, setSilent] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [cameraIds, setCameraIds] = useState<readonly string[]>([]);
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
      setState('on');
      // Without a list there is no other camera to choose, but this one works.
      setCameraIds(await listCameras().catch(() => []));
    } catch (error) {
      if (own === attempt.current) fail(error);
    }
  };

  const nextCamera = async () => {
    if (state === 'starting') return;
    const current = cameraIds.indexOf(scanner.current?.camera.deviceId ?? '');
    const next = cameraIds[(current + 1) % cameraIds.length];
    if (!next) return;
    chooseCamera(next);
    await start();
  };

  useRestWhenHidden(state === 'on', start, stop);

  const camera = state === 'on' ? (scanner.current?.camera ?? null) : null;
  return { video, state, silent, problem, camera, canSwitch: cameraIds.length > 1, start, stop, nextCamera };
}

/** Releases the camera while the page is hidden, and reopens it afterward. */
function useRestWhenHidden(isOn: boolean, start: () => Promise<void>, stop: () => void) {
  const wasOn = useRef(false);
  useEffect(() => {
    const rest = () => {
      if (document.visibilityState === 'hidden') {
        wasOn.current = isOn;
        if (isOn) stop();
      } else if (wasOn.current) {
        wasOn.current = false;
        void start();
      }
    };
    document.addEventListener('visibilitychange', rest);
    return () => document.removeEventListener('visibilitychange', rest);
  });
}
