/** How long a code that stays visible, or reappears, counts as the same scan. */
const REPEAT_MS = 2500;

/** Distinguishes a new scan from a code that is still in view. `now` in milliseconds of any clock. */
export function createRepeatGuard(): (code: string, now: number) => boolean {
  let last: { code: string; seenAt: number } | null = null;
  return (code, now) => {
    const isNew = last?.code !== code || now - last.seenAt >= REPEAT_MS;
    last = { code, seenAt: now };
    return isNew;
  };
}
