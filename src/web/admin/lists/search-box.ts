import { useEffect, useState } from 'react';

/** Long enough to spare the server most keystrokes of a word, short enough not to be felt. */
const DEBOUNCE_MS = 30;

/** What is typed shows at once and reaches the address after a short pause; the back button brings it back. */
export function useSearchBox(inAddress: string, settle: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== inAddress) settle(settled);
  }, [settled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address moves the box
  useEffect(() => {
    if (inAddress !== settled) setText(inAddress);
  }, [inAddress]);
  return [text, setText] as const;
}

/** `value` once it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
