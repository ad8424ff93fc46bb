import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../use-debounced.ts';

/** Long enough to skip most keystrokes of a word, short enough to feel instant. */
const DEBOUNCE_MS = 30;

/** The text shows at once and reaches the address after a short pause; the back button restores it. */
export function useSearchBox(inAddress: string, settle: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  /** Texts on their way to the address. A late one must not undo newer typing. */
  const underWay = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (settled === inAddress) return;
    underWay.current.push(settled);
    settle(settled);
  }, [settled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address changes the box
  useEffect(() => {
    const arrived = underWay.current.indexOf(inAddress);
    underWay.current.splice(0, arrived + 1);
    if (arrived < 0 && inAddress !== settled) setText(inAddress);
  }, [inAddress]);
  return [text, setText] as const;
}
