import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../ui/toast-store.ts';
import { chooseCamera, listCameras } from './camera.ts';
import { type Scanner, startScanner } from './scanner.ts';

const CAMERA_FAILED = 'Could not access camera for QR scanning.';

/** The scanner's state for the page. Give `video` to the element that shows the picture, which must stay mounted. */
export function useScanner(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const scanner = useRef<Scanner | null>(null);
  const attempt = useRef(0);
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off');
  const [silent, setSilent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [cameraIds, setCameraIds] = useState<readonly string[]>([]);
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
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
    setProblem(problemSentence(error));
    toast({ title: 'Scanner Error', description: CAMERA_FAILED, tone: 'error' });
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
          latestOnCode.current(text);
        },
        onSilence: () => setSilent(true),
        onLost: fail,
      });
      // Stopped, or the page left, while waiting for permission.
      if (own !== attempt.current) return started.stop();
      scanner.current = started;
      setState('on');
      setCameraIds((await listCameras()).map((camera) => camera.id));
    } catch (error) {
      if (own === attempt.current) fail(error);
    }
  };

  const nextCamera = async () => {
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

/** A camera that couldn't be opened gets its own sentence; any other error has one. */
function problemSentence(error: unknown): string {
  if (!(error instanceof DOMException)) return error instanceof Error ? error.message : CAMERA_FAILED;
  const hints: Record<string, string> = {
    NotAllowedError: 'The browser does not allow it: open the settings of this site and allow the camera.',
    NotFoundError: 'No camera was found on this device.',
    NotReadableError: 'Another program may be using it.',
    NotSupportedError: 'The browser gives cameras only to pages that come over https.',
  };
  return [CAMERA_FAILED, hints[error.name]].filter(Boolean).join(' ');
}

/** Releases the camera while the page is hidden, and reopens it afterwards. */
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
