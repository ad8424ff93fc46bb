/** Nobody types this many letters at this speed before pressing Enter. */
const SHORTEST = 10;
/** Wireless scanners sometimes hesitate, but nobody types this fast on average. */
const LONGEST_GAP_MS = 150;
const MEAN_GAP_MS = 50;

/** A key's role: the end of a burst with its text, part of a burst, or normal typing. */
export type BurstKey = { readonly text: string } | 'inside' | 'typed';

/**
 * Distinguishes a handheld scanner's keys, which end with Enter, from a person's. Takes each `KeyboardEvent.key` with
 * its time in milliseconds of any clock.
 */
export function createKeyBurst(): (key: string, now: number) => BurstKey {
  let text = '';
  let startedAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const restart = (now: number) => {
    text = '';
    startedAt = now;
  };
  return (key, now) => {
    if (key === 'Shift') return 'inside';
    if (now - lastAt > LONGEST_GAP_MS) restart(now);
    lastAt = now;
    const isFast = now - startedAt <= MEAN_GAP_MS * text.length;
    if (key === 'Enter') {
      const read = text;
      restart(now);
      return read.length >= SHORTEST && isFast ? { text: read } : 'typed';
    }
    if (key.length !== 1) {
      restart(now);
      return 'typed';
    }
    text += key;
    return text.length > 2 && isFast ? 'inside' : 'typed';
  };
}
