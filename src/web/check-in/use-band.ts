import { useCallback, useRef, useState } from 'react';
import { giveSignal, type Signal } from '../scanning/signals.ts';
import { dismissToast, type ToastMessage, toast } from '../ui/toast-store.ts';
import type { BandState } from './band-state.ts';

const NOTHING: BandState = { kind: 'none' };

const SIGNALS: Partial<Record<BandState['kind'], Signal>> = {
  valid: 'ok',
  admitted: 'ok',
  used: 'used',
  refused: 'bad',
  failed: 'bad',
};

/** The result band's state, with sound and toast. */
export function useBand() {
  const turn = useRef(0);
  const lastToast = useRef(0);
  const [band, setVerdict] = useState<BandState>(NOTHING);

  const show = useCallback((next: BandState) => {
    turn.current += 1;
    setVerdict(next);
    const signal = SIGNALS[next.kind];
    if (signal) giveSignal(signal);
  }, []);
  const clear = useCallback(() => show(NOTHING), [show]);

  /** Clears the previous ticket's result. The returned function tells whether this ticket is still the latest. */
  const begin = (): (() => boolean) => {
    dismissToast(lastToast.current);
    show({ kind: 'checking' });
    const own = turn.current;
    return () => own === turn.current;
  };
  const say = (message: ToastMessage | null) => {
    if (message) lastToast.current = toast(message);
  };
  return { band, show, clear, begin, say };
}
