import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import type { DoorState } from '../engine/door-engine.ts';
import { statusWords } from './status-words.ts';

/** The current state, always two lines high. */
export function StatusLine({ state }: { state: DoorState }) {
  const age = useSyncAge(state.syncedAt);
  const Sign = state.isOnline ? Wifi : WifiOff;
  return (
    <>
      <p className="flex min-h-[2.8em] min-w-0 flex-1 items-center gap-2 text-sm even-figures max-[359px]:min-h-[4.2em]">
        <Sign
          aria-hidden="true"
          className={state.isOnline ? 'size-5 shrink-0 text-ok' : 'size-5 shrink-0 text-warn'}
        />
        <span>{statusWords(state, age())}</span>
      </p>
      <p role="status" className="sr-only">
        {state.isOnline ? 'Online' : 'Offline'}
      </p>
    </>
  );
}

/** Milliseconds since `syncedAt` last changed, by a monotonic clock; rerenders each second. */
function useSyncAge(syncedAt: number | null): () => number {
  const seen = useRef({ syncedAt, at: performance.now() });
  if (seen.current.syncedAt !== syncedAt) seen.current = { syncedAt, at: performance.now() };
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(renderAgain, 1000);
    return () => clearInterval(timer);
  }, []);
  return () => performance.now() - seen.current.at;
}
