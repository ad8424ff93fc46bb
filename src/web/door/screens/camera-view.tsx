import { CameraOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { CameraTools } from '../../scanning/camera-tools.tsx';
import { CameraVideo } from '../../scanning/camera-video.tsx';
import { useScanner } from '../../scanning/use-scanner.ts';
import { ViewFinder } from '../../scanning/view-finder.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { type CameraProblem, cameraProblem } from './camera-problem.ts';
import { NoticeToRead } from './notices.tsx';

const TAKEN = new DOMException('', 'NotReadableError');

/** The camera, which starts automatically and fills its container. `children` lie over it, below its buttons. */
export function CameraView({
  onCode,
  isPaused,
  onFind,
  takeFocus,
  children,
}: {
  onCode: (text: string) => void;
  isPaused: () => boolean;
  onFind: () => void;
  /** The pressed button disappears. */
  takeFocus: () => void;
  children: ReactNode;
}) {
  const scanner = useScanner({ onCode, isPaused });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, and again on request
  useEffect(() => void scanner.start(), []);
  const [lightFailure, setLightFailure] = useState<string | null>(null);
  const isTaken = useIsTaken(scanner.camera?.stream ?? null);
  const problem = scanner.problem ?? (isTaken ? TAKEN : null);
  return (
    <>
      <section aria-label="Camera" className="on-ink absolute inset-0 overflow-hidden bg-ink">
        <CameraVideo scanner={scanner} className="absolute inset-0 size-full object-cover" />
        {scanner.state === 'on' && !problem && <ViewFinder />}
        {scanner.state === 'starting' && (
          <p className="absolute inset-0 grid place-items-center text-lg">Starting the camera</p>
        )}
        {problem != null && (
          <NoPicture
            problem={cameraProblem(problem)}
            onRetry={() => {
              takeFocus();
              void scanner.start();
            }}
            onFind={onFind}
          />
        )}
      </section>
      <div className="absolute inset-x-2 top-2 z-10 flex max-h-[70%] flex-col gap-2">
        {problem == null && (
          <div className="flex min-h-12 gap-2 self-end">
            {scanner.state === 'on' && (
              <CameraTools
                key={scanner.camera?.deviceId}
                scanner={scanner}
                onLightFailure={setLightFailure}
              />
            )}
          </div>
        )}
        {lightFailure && (
          <NoticeToRead
            tone="error"
            title={lightFailure}
            onRead={() => {
              setLightFailure(null);
              takeFocus();
            }}
          />
        )}
        {children}
      </div>
    </>
  );
}

function NoPicture({
  problem: { title, advice },
  onRetry,
  onFind,
}: {
  problem: CameraProblem;
  onRetry: () => void;
  onFind: () => void;
}) {
  return (
    <div className="absolute inset-0 overflow-y-auto bg-ink">
      <div role="alert" className="mx-auto grid min-h-full max-w-100 content-center gap-3 p-5">
        <CameraOff aria-hidden="true" className="size-12 wide:hidden" strokeWidth={1.5} />
        <h2 className="text-xl!">{title}</h2>
        <p>{advice} You can still find people by name or use a handheld scanner.</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <button type="button" onClick={onRetry} className={buttonClass('beacon', 'lg')}>
            Try again
          </button>
          <button type="button" onClick={onFind} className={buttonClass('secondary', 'lg')}>
            Find by name
          </button>
        </div>
      </div>
    </div>
  );
}

/** A phone call or another app may interrupt the video temporarily. */
function useIsTaken(stream: MediaStream | null): boolean {
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    const track = stream?.getVideoTracks()[0];
    if (!track) return;
    const look = () => setMuted(track.muted && document.visibilityState === 'visible');
    track.addEventListener('mute', look);
    track.addEventListener('unmute', look);
    // The interruption may be older than this listener.
    look();
    return () => {
      track.removeEventListener('mute', look);
      track.removeEventListener('unmute', look);
      setMuted(false);
    };
  }, [stream]);
  return isMuted;
}
