import { Camera, CameraOff } from 'lucide-react';
import { CameraTools } from '../scanning/camera-tools.tsx';
import { unlockSound } from '../scanning/signals.ts';
import type { useScanner } from '../scanning/use-scanner.ts';
import { ViewFinder } from '../scanning/view-finder.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import { cameraFailure } from './camera-failure.ts';

type ScannerState = ReturnType<typeof useScanner>;

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
