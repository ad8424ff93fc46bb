import { useEffect, useEffectEvent, useRef } from 'react';
import { giveSignal } from '../scanning/signals.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { toast } from '../ui/toast-store.ts';
import type { CheckIn } from './use-check-in.ts';

/**
 * A handheld scanner may send a ticket while another is being checked. It waits until that one is admitted. Staff must
 * see any other result first, so the waiting ticket is refused and has to be scanned again.
 */
export function useTurns(
  { band, clearBand, isAdmitting, miss }: CheckIn,
  {
    take,
    onDone = () => {},
  }: {
    take: (code: string) => void;
    /** The code was admitted, or refused because its turn never came. */
    onDone?: (code: string) => void;
  },
) {
  const isBusy = band.kind === 'checking' || isAdmitting;
  /** The code whose turn it is, or empty. */
  const taken = useRef('');
  const waiting = useRef<string | null>(null);

  const begin = (code: string) => {
    taken.current = code;
    take(code);
  };
  const refuse = (code: string) => {
    giveSignal('bad');
    toast({ title: 'Last Scan Not Checked', description: 'Scan the ticket again.', tone: 'error' });
    miss(code, 'A scanned ticket was not checked. Scan it again.');
    onDone(code);
  };
  const scan = (code: string) => {
    // The verdict would be hidden.
    if (isDialogOpen()) return refuse(code);
    if (!isBusy) return begin(code);
    // Scanned twice.
    if (code === taken.current || code === waiting.current) return;
    if (waiting.current === null) waiting.current = code;
    else refuse(code);
  };
  const end = useEffectEvent(() => {
    if (band.kind === 'admitted') onDone(taken.current);
    taken.current = '';
  });
  const callNext = useEffectEvent(() => {
    const code = waiting.current;
    if (code === null) return;
    waiting.current = null;
    if (band.kind === 'admitted') begin(code);
    else refuse(code);
  });
  useEffect(() => {
    if (band.kind !== 'checking' && band.kind !== 'valid') end();
  }, [band]);
  useEffect(() => {
    if (!isBusy) callNext();
  }, [isBusy]);
  // After a switch to another method or tab, nobody would see their result. A check-in under way reports its own.
  const leave = useEffectEvent(() => {
    if (band.kind === 'checking' && !isAdmitting) {
      clearBand();
      refuse(taken.current);
    }
    if (waiting.current !== null) refuse(waiting.current);
  });
  useEffect(() => () => leave(), []);

  return { isBusy, taken, begin, scan };
}
