import { Camera, CameraOff, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import { unlockSound } from './signals.ts';
import type { useScanner } from './use-scanner.ts';

type ScannerState = ReturnType<typeof useScanner>;

/** The camera with its buttons. */
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
          aria-label="Picture of the camera"
          className="block h-[max(12rem,calc(55dvh-17rem))] w-full object-cover lg:absolute lg:inset-0 lg:h-full"
        />
        <ViewFinder />
        <CameraTools key={scanner.camera?.deviceId} scanner={scanner} />
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
      {scanner.problem && (
        <Notice tone="error" title="Scanner Error">
          {scanner.problem} You can still type the code of the ticket, or look the person up.
        </Notice>
      )}
    </section>
  );
}

function CameraTools({ scanner }: { scanner: ScannerState }) {
  const [lit, setLit] = useState(false);
  const { camera } = scanner;
  const toggleLight = () => {
    camera?.setLight(!lit).then(
      () => setLit(!lit),
      () =>
        toast({
          title: 'Scanner Error',
          description: `Couldn't turn ${lit ? 'off' : 'on'} the flashlight.`,
          tone: 'error',
        }),
    );
  };
  return (
    <div className="absolute top-2 right-2 flex gap-2">
      {camera?.canLight && (
        <Tool name="Flashlight" pressed={lit} onClick={toggleLight}>
          {lit ? <Flashlight /> : <FlashlightOff />}
        </Tool>
      )}
      {scanner.canSwitch && (
        <Tool name="Next camera" onClick={() => void scanner.nextCamera()}>
          <SwitchCamera />
        </Tool>
      )}
    </div>
  );
}

function Tool({
  name,
  pressed,
  onClick,
  children,
}: {
  name: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={pressed}
      onClick={onClick}
      className="on-ink grid size-12 place-items-center rounded-button border-2 border-white/70 bg-ink/85 text-white hover:bg-tide [&_svg]:size-6"
    >
      {children}
    </button>
  );
}

/** Four arcs where the code should be. */
function ViewFinder() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      className="pointer-events-none absolute top-1/2 left-1/2 h-[70%] max-w-[80%] -translate-1/2 stroke-white"
    >
      <path d="M2 26A24 24 0 0 1 26 2M74 2a24 24 0 0 1 24 24M98 74a24 24 0 0 1-24 24M26 98A24 24 0 0 1 2 74" />
    </svg>
  );
}
