import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#contract/words/counted.ts';
import { giveSignal, unlockSound } from '../../scanning/signals.ts';
import { useScanner } from '../../scanning/use-scanner.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/door-engine.ts';
import { CameraSection } from './camera-section.tsx';
import { FullPage } from './full-page.tsx';
import { HomeScreenTip } from './home-screen-tip.tsx';
import { BigButton, type DoorProps } from './screen.tsx';
import { StorageNotice } from './storage-notice.tsx';

/** The list loads while camera and sound are tested. */
export function GetReadyScreen({ engine, state, onReady }: DoorProps & { onReady: () => void }) {
  const [hasRead, setRead] = useState(false);
  const [isTested, setTested] = useState(false);
  const scanner = useScanner({
    onCode: () => {
      if (!hasRead) giveSignal('ok');
      setRead(true);
    },
  });
  const isOn = scanner.state === 'on';
  const isLoading = state.progress !== null || state.phase === 'loading';
  const test = async () => {
    unlockSound();
    await scanner.start();
    giveSignal('ok');
    setTested(true);
  };
  const ready = () => {
    unlockSound();
    engine.reportReady(isOn);
    onReady();
  };
  return (
    <FullPage title={isLoading ? 'Getting the list' : 'Get ready'}>
      <List state={state} isLoading={isLoading} />
      <StorageNotice storage={state.storage} />
      <CameraSection
        scanner={scanner}
        label="Camera and sound"
        otherwise="Finding people by name works without a camera."
      >
        {isOn ? (
          <p role="status">
            {hasRead
              ? 'The camera is reading codes. You’re all set.'
              : 'Do you see the camera image? Did you hear two notes? If you heard nothing, turn up the volume.'}
          </p>
        ) : (
          <Button
            variant={isTested ? 'secondary' : 'primary'}
            size="lg"
            className="min-h-16!"
            busy={scanner.state === 'starting'}
            busyLabel="Starting the camera"
            onClick={() => void test()}
          >
            {isTested ? 'Test again' : 'Test camera and sound'}
          </Button>
        )}
      </CameraSection>
      <BigButton variant="beacon" aria-disabled={isLoading} onClick={ready}>
        Ready
      </BigButton>
      <HomeScreenTip hasJoined />
    </FullPage>
  );
}

function List({ state, isLoading }: { state: DoorState; isLoading: boolean }) {
  const { tickets, progress, offlineSince } = state;
  if (!isLoading) {
    return (
      <p role="status" className="flex items-center gap-3 text-lg font-semibold">
        <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-ok" />
        {counted(tickets, 'ticket')} on this phone
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <progress
        aria-label="Getting the list"
        value={progress ?? 0}
        max={1}
        className="h-3 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-fg-2 even-figures">{Math.round((progress ?? 0) * 100)}%</p>
      {offlineSince !== null && (
        <Notice tone="warn" title="You’re offline">
          The list will load as soon as you’re online. Keep this page open.
        </Notice>
      )}
    </div>
  );
}
