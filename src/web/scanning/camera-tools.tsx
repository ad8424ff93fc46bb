import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ScannerState } from './use-scanner.ts';

/** Buttons for the flashlight and other cameras, if available. Use the camera as its key. */
export function CameraTools({
  scanner,
  onLightFailure,
}: {
  scanner: ScannerState;
  /** The flashlight couldn't be turned on or off. */
  onLightFailure: (sentence: string) => void;
}) {
  const [lit, setLit] = useState(false);
  const { camera } = scanner;
  const toggleLight = () => {
    camera?.setLight(!lit).then(
      () => setLit(!lit),
      () => onLightFailure(`Couldn’t turn ${lit ? 'off' : 'on'} the flashlight.`),
    );
  };
  return (
    <>
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
    </>
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
