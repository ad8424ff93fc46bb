import { Camera, CameraOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CameraTools } from '../scanning/camera-tools.tsx';
import { CameraVideo } from '../scanning/camera-video.tsx';
import { createRepeatGuard } from '../scanning/repeat-guard.ts';
import { unlockSound } from '../scanning/signals.ts';
import { useKeyBurst } from '../scanning/use-key-burst.ts';
import { type ScannerState, useScanner } from '../scanning/use-scanner.ts';
import { ViewFinder } from '../scanning/view-finder.tsx';
import { localStore } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast-store.ts';
import { CodeBox } from './code-box.tsx';
import { DeskLayout } from './desk-layout.tsx';
import type { CheckIn } from './use-check-in.ts';
import { useTurns } from './use-turns.ts';

const CAMERA_FAILED = 'Could not access camera for QR scanning.';

const CONTINUOUS = 'door-continuous';

/** How long a successful result stays in continuous mode; a failed one stays until the next ticket. */
const AUTO_CLEAR_MS = 2500;

export function QrDesk({ checkIn, methods }: { checkIn: CheckIn; methods: ReactNode }) {
  /** Off by default. When on, nobody has to press a button for each ticket. */
  const [continuous, setContinuous] = useState(() => localStore.get(CONTINUOUS) === 'true');
  const [code, setCode] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const isNew = useRef(createRepeatGuard());
  const { band, clearBand } = checkIn;
  const { isBusy, taken, begin, scan } = useTurns(checkIn, {
    take: (text) => void (continuous ? checkIn.validateAndAdmit(text) : checkIn.validate(text)),
    // What has been typed since stays.
    onDone: (text) => setCode((typed) => (typed.trim() === text ? '' : typed)),
  });
  const scanner = useScanner({
    onCode: (text) => {
      if (isBusy) {
        // While a ticket is being checked, the camera ignores others, and however long that takes, it stays the same scan.
        if (text === taken.current) isNew.current(text, performance.now());
        return;
      }
      if (continuous && !isNew.current(text, performance.now())) return;
      if (!continuous) scanner.stop();
      // Otherwise a handheld scanner's next code would be added to what is half typed.
      setCode('');
      begin(text);
    },
    onFailure: () => toast({ title: 'Scanner Error', description: CAMERA_FAILED, tone: 'error' }),
    isPaused: isDialogOpen,
  });

  useEffect(() => {
    // Enter in the box admits, and what is typed there is the next code. On a phone, focusing it would only open the
    // keyboard.
    const isNext = band.kind === 'valid' || (band.kind === 'admitted' && box.current?.value);
    if (isNext && matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true });
  }, [band]);
  useEffect(() => {
    if (band.kind !== 'admitted' || !continuous) return;
    const timer = setTimeout(clearBand, AUTO_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [band, continuous, clearBand]);

  // From another field, such as the notes.
  useKeyBurst((text) => {
    unlockSound();
    setCode(text);
    scan(text);
  }, box);
  const changeContinuous = (on: boolean) => {
    localStore.set(CONTINUOUS, String(on));
    setContinuous(on);
  };
  return (
    <DeskLayout
      checkIn={checkIn}
      waiting={<Hint scanner={scanner} onTypeInstead={() => box.current?.focus()} />}
      whyNot={whyNot(band.kind)}
      isEnterEnough
      onCheckIn={() => void checkIn.admitShown()}
    >
      {methods}
      <QrScan scanner={scanner} />
      <CodeBox
        box={box}
        code={code}
        onCodeChange={setCode}
        busy={isBusy}
        onValidate={scan}
        onAdmit={band.kind === 'valid' && !isBusy ? () => void checkIn.admitShown() : null}
      />
      <div>
        <Switch
          label="Continuous mode"
          aria-describedby="continuous-hint"
          checked={continuous}
          onChange={(event) => changeContinuous(event.target.checked)}
        />
        <p id="continuous-hint" className="text-dense text-fg-2">
          Valid tickets are checked in immediately, and the camera stays on.
        </p>
      </div>
    </DeskLayout>
  );
}

function whyNot(kind: CheckIn['band']['kind']): string | null {
  if (kind === 'valid') return null;
  if (kind === 'used') return 'This ticket has already been used today.';
  if (kind === 'refused') return 'This ticket is not valid.';
  if (kind === 'failed') return 'Scan the ticket again, or type its code.';
  return 'Scan a ticket first, or type its code.';
}

function Hint({ scanner, onTypeInstead }: { scanner: ScannerState; onTypeInstead: () => void }) {
  if (!scanner.silent) {
    return scanner.state === 'on'
      ? 'Hold a ticket in front of the camera.'
      : 'Start the camera, or scan or type a ticket code.';
  }
  return (
    <>
      <p>
        No code read for 10 seconds. Hold the ticket closer and keep it still, or type its code into the box.
      </p>
      <Button variant="secondary" className="mt-3" onClick={onTypeInstead}>
        Type the code
      </Button>
    </>
  );
}

function QrScan({ scanner }: { scanner: ScannerState }) {
  const isOff = scanner.state === 'off';
  const start = () => {
    unlockSound();
    void scanner.start();
  };
  return (
    <section aria-label="Camera scanner" className={cx('flex flex-col gap-3', !isOff && 'lg:flex-1')}>
      <div className={cx('relative overflow-hidden rounded-card bg-ink lg:flex-1', isOff && 'hidden')}>
        <CameraVideo
          scanner={scanner}
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
    NotAllowedError: 'Your browser is blocking the camera. Allow it in the browser’s settings for this site.',
    NotFoundError: 'No camera was found on this device.',
    NotReadableError: 'Another app may be using it.',
    NotSupportedError: 'Browsers allow cameras only on pages loaded over https.',
  };
  return [CAMERA_FAILED, hints[error.name]].filter(Boolean).join(' ');
}
