import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { unlockSound } from '../../scanning/signals.ts';
import { localStore } from '../../storage.ts';
import { startFromSystemTheme, usePageTheme } from '../../theme.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { DoorEngine, OwnScan } from '../engine/engine.ts';
import { FullPage } from './full-page.tsx';
import { GetReadyScreen } from './get-ready-screen.tsx';
import { JoinScreen } from './join-screen.tsx';
import { ScanRow } from './own-scans-screen.tsx';
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
      className="door-practice flex shrink-0 items-center gap-3 border-b-2 border-ink py-1 pr-1 pl-3"
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
  const [invitation, putAside] = useInvitation(engine, link, state.phone?.id);
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
    const refused = engine.own().filter((scan) => scan.refused);
    return <EndedScreen because={state.wipedBecause} refused={refused} />;
  }
  if (!state.phone || invitation) {
    return <JoinScreen engine={engine} state={state} invitation={invitation} onDone={putAside} />;
  }
  const { id } = state.phone;
  // Scanning needs the list.
  if (state.phase === 'loading' || state.progress !== null || readyPhone !== id) {
    return <GetReadyScreen engine={engine} state={state} onReady={() => setReady(id)} />;
  }
  return <WorkScreen engine={engine} state={state} onTestAgain={() => setReady('')} />;
}

/** The phone was wiped. `refused` are the scans that the site did not accept. */
function EndedScreen({
  because,
  refused,
}: {
  because: 'revoked' | 'ended' | null;
  refused: readonly OwnScan[];
}) {
  return because === 'ended' ? (
    <FullPage title="Your invitation has expired">
      <p>The list on this phone was deleted. Thank you for your help!</p>
      <NotAccepted scans={refused} />
      <p className="text-fg-2">If people are still coming in, ask staff for a new invitation.</p>
    </FullPage>
  ) : (
    <FullPage title="This phone no longer works at the door">
      <p>Staff have removed it from the list of door phones, and the list on it was deleted.</p>
      <NotAccepted scans={refused} />
      <p className="text-fg-2">If that is a mistake, ask staff for a new invitation.</p>
    </FullPage>
  );
}

function NotAccepted({ scans }: { scans: readonly OwnScan[] }) {
  if (scans.length === 0) return null;
  return (
    <section aria-label="Not accepted" className="grid gap-3">
      <h2 className="text-xl!">Not accepted</h2>
      <p>Show this to the help desk. If this phone joins again, it sends these scans again.</p>
      <ul className="grid gap-2">
        {scans.map((scan) => (
          <ScanRow key={scan.id} scan={scan} />
        ))}
      </ul>
    </section>
  );
}
