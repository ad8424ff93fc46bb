import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { unlockSound } from '../../scanning/signals.ts';
import { localStore } from '../../storage.ts';
import { startFromSystemTheme, usePageTheme } from '../../theme.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { DoorEngine } from '../engine/door-engine.ts';
import { EndedScreen } from './ended-screen.tsx';
import { GetReadyScreen } from './get-ready-screen.tsx';
import { JoinScreen } from './join-screen.tsx';
import type { DoorProps } from './screen.tsx';
import { useInvitation } from './use-invitation.ts';
import { WorkScreen } from './work-screen.tsx';

/** The phone whose volunteer has pressed Ready. */
const READY = 'door-ready';

startFromSystemTheme();

/** Everything a volunteer sees. `invitation` is the secret of the link that opened the page. */
export function DoorApp({ engine, invitation }: { engine: DoorEngine; invitation: string | null }) {
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  const page = useRef<HTMLDivElement>(null);
  usePageTheme();
  useEffect(() => {
    // Browsers allow sound after the first touch anywhere.
    const closing = new AbortController();
    for (const touch of ['pointerdown', 'keydown'])
      document.addEventListener(touch, unlockSound, { capture: true, signal: closing.signal });
    return () => closing.abort();
  }, []);
  const endPractice = () => {
    engine.setPractice(false);
    // The pressed button is gone.
    page.current?.querySelector<HTMLElement>('h1:not([inert] *)')?.focus({ preventScroll: true });
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-page text-fg">
      {state.practice && state.phone && <PracticeBanner onEnd={endPractice} />}
      <div ref={page} className="relative min-h-0 flex-1">
        <Page engine={engine} state={state} link={invitation} />
      </div>
    </div>
  );
}

/** Shown over every screen in practice mode. */
function PracticeBanner({ onEnd }: { onEnd: () => void }) {
  return (
    <section
      aria-label="Practice"
      className="door-practice on-light flex shrink-0 items-center gap-3 border-b-2 border-ink py-1 pr-1 pl-3"
    >
      <p className="flex-1 text-md leading-tight font-semibold">PRACTICE: nothing counts</p>
      <button
        type="button"
        onClick={onEnd}
        className="min-h-11 shrink-0 rounded-button bg-ink px-4 font-semibold text-white"
      >
        End practice
      </button>
    </section>
  );
}

function Page({ engine, state, link }: DoorProps & { link: string | null }) {
  const [invitation, setInvitation, isKnown] = useInvitation(engine, link, state.phone?.id);
  const [readyPhone, setReadyPhone] = useState(() => localStore.get(READY));
  const setReady = (id: string) => {
    localStore.set(READY, id);
    setReadyPhone(id);
  };
  if (state.phase === 'starting') {
    return (
      <main className="absolute inset-0 grid animate-late place-items-center">
        <Spinner label="Starting" />
      </main>
    );
  }
  if (state.phase === 'wiped' && !invitation) {
    return <EndedScreen engine={engine} state={state} onInvitation={setInvitation} />;
  }
  if (!state.phone || invitation) {
    return (
      <JoinScreen
        engine={engine}
        state={state}
        invitation={invitation}
        isKnown={isKnown}
        onInvitation={setInvitation}
        onDone={() => setInvitation(null)}
      />
    );
  }
  const { id } = state.phone;
  // Scanning needs the list.
  if (state.phase === 'loading' || state.progress !== null || readyPhone !== id) {
    return <GetReadyScreen engine={engine} state={state} onReady={() => setReady(id)} />;
  }
  return (
    <WorkScreen engine={engine} state={state} onTestAgain={() => setReady('')} onInvitation={setInvitation} />
  );
}
