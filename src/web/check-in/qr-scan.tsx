import { Camera, CameraOff } from 'lucide-react';
import { CameraTools } from '../scanning/camera-tools.tsx';
import { unlockSound } from '../scanning/signals.ts';
import type { ScannerState } from '../scanning/use-scanner.ts';
import { ViewFinder } from '../scanning/view-finder.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';

export const CAMERA_FAILED = 'Could not access camera for QR scanning.';

export function QrScan({ scanner }: { scanner: ScannerState }) {
  const isOff = scanner.state === 'off';
  const start = () => {
    unlockSound();
    void scanner.start();
  };
  return (
    <section aria-label="Camera scanner" className={cx('flex flex-col gap-3', !isOff && 'lg:flex-1')}>
      <div className={cx('relative overflow-hidden rounded-card bg-ink lg:flex-1', isOff && 'hidden')}>
        <video
          ref={scanner.video}
          muted
          playsInline
          aria-label="Camera view"
          className="block h-[max(12rem,calc(55dvh-17rem))] w-full object-cover lg:absolute lg:inset-0 lg:h-full"
        />
        <ViewFinder />
        <div className="absolute top-2 right-2 flex gap-2">
          <CameraTools
            key={scanner.camera?.deviceId}
            scanner={scanner}
            onLightFailure={(description) => toast({ title: 'Scanner Error', description, tone: 'error' })}
          />
        </div>
      </div>
      <Button
        variant={isOff ? 'primary' : 'secondary'}
        size="lg"
        className="w-full"
        busy={scanner.state === 'starting'}
        busyLabel="Starting camera"
        onClick={isOff ? start : scanner.stop}
      >
        {isOff ? <Camera aria-hidden="true" /> : <CameraOff aria-hidden="true" />}
        {isOff ? 'Start Camera Scanner' : 'Stop Camera Scanner'}
      </Button>
      {scanner.problem != null && (
        <Notice tone="error" title="Scanner Error">
          {cameraFailure(scanner.problem)} You can still type the code of the ticket, or look the person up.
        </Notice>
      )}
    </section>
  );
}

/** Sentences for a camera that couldn't be opened, by the error's name. */
function cameraFailure(error: unknown): string {
  if (!(error instanceof DOMException)) return error instanceof Error ? error.message : CAMERA_FAILED;
  const hints: Record<string, string> = {
    NotAllowedError: "The browser blocks it. Allow the camera in the browser's settings for this site.",
    NotFoundError: 'No camera was found on this device.',
    NotReadableError: 'Another app may be using it.',
    NotSupportedError: 'Browsers allow cameras only on pages loaded over https.',
  };
  return [CAMERA_FAILED, hints[error.name]].filter(Boolean).join(' ');
}
