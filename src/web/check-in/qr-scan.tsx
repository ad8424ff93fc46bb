import { Camera, CameraOff, Flashlight, FlashlightOff, SwitchCamera, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { isMuted, setMuted, unlockSound } from './signals.ts';
import type { useScanner } from './use-scanner.ts';

type ScannerState = ReturnType<typeof useScanner>;

/** The camera with its buttons. On a phone it comes to the top of the screen when it starts. */
export function QrScan({
  scanner,
  continuous,
  onContinuousChange,
  className,
}: {
  scanner: ScannerState;
  continuous: boolean;
  onContinuousChange: (on: boolean) => void;
  className?: string;
}) {
  const box = useRef<HTMLElement>(null);
  const isOff = scanner.state === 'off';
  const start = () => {
    unlockSound();
    void scanner.start();
    box.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section
      ref={box}
      aria-label="Camera scanner"
      className={cx('grid scroll-mt-2 content-start gap-3', className)}
    >
      <div className={cx('relative overflow-hidden rounded-card bg-ink', isOff && 'hidden')}>
        <video
          ref={scanner.video}
          muted
          playsInline
          aria-label="Picture of the camera"
          className="block h-[40dvh] w-full object-cover lg:h-auto lg:max-h-[60dvh] lg:min-h-72"
        />
        <ViewFinder />
        <CameraTools key={scanner.camera?.deviceId} scanner={scanner} />
      </div>
      <Button
        variant={isOff ? 'beacon' : 'secondary'}
        size="lg"
        className="min-h-16! w-full"
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
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Switch
          label="Continuous mode"
          aria-describedby="continuous-hint"
          checked={continuous}
          onChange={(event) => onContinuousChange(event.target.checked)}
        />
        <p id="continuous-hint" className="min-w-0 flex-1 basis-48 text-sm text-fg-2">
          Checks each valid ticket in at once; the camera stays on.
        </p>
      </div>
    </section>
  );
}

function CameraTools({ scanner }: { scanner: ScannerState }) {
  const [muted, setMutedState] = useState(isMuted);
  const [lit, setLit] = useState(false);
  const { camera } = scanner;
  const toggleSound = () => {
    setMuted(!muted);
    setMutedState(!muted);
  };
  const toggleLight = async () => {
    await camera?.setLight(!lit);
    setLit(!lit);
  };
  return (
    <div className="absolute top-2 right-2 flex gap-2">
      {camera?.canLight && (
        <Tool name="Light" pressed={lit} onClick={() => void toggleLight()}>
          {lit ? <Flashlight /> : <FlashlightOff />}
        </Tool>
      )}
      {scanner.canSwitch && (
        <Tool name="Next camera" onClick={() => void scanner.nextCamera()}>
          <SwitchCamera />
        </Tool>
      )}
      <Tool name="Sound" pressed={!muted} onClick={toggleSound}>
        {muted ? <VolumeX /> : <Volume2 />}
      </Tool>
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
      className="pointer-events-none absolute top-1/2 left-1/2 h-[70%] max-w-[80%] -translate-1/2 stroke-beacon"
    >
      <path d="M2 26A24 24 0 0 1 26 2M74 2a24 24 0 0 1 24 24M98 74a24 24 0 0 1-24 24M26 98A24 24 0 0 1 2 74" />
    </svg>
  );
}
