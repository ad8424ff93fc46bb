/** The specified limits of the scanner. */
const SCANS_PER_SECOND = 25;
const DECODE_TIMEOUT_MS = 10_000;

interface ScanLoopOptions {
  /** Scans the current frame: the text of a code in it, or null. */
  detect: () => Promise<string | null>;
  onCode: (text: string) => void;
  /** No code for 10 s. Reported once per wait, and a code starts the next wait. Scanning continues. */
  onSilence: () => void;
  /** Scanning failed and has ended. */
  onFailure: (error: unknown) => void;
}

/** Scans frames until stopped, at most 25 times a second and one at a time. Returns the stop function. */
export function startScanLoop({ detect, onCode, onSilence, onFailure }: ScanLoopOptions): () => void {
  let stopped = false;
  let nextLook: ReturnType<typeof setTimeout>;
  let silence = setTimeout(onSilence, DECODE_TIMEOUT_MS);

  const stop = () => {
    stopped = true;
    clearTimeout(nextLook);
    clearTimeout(silence);
  };
  const look = async () => {
    const startedAt = performance.now();
    try {
      const text = await detect();
      if (stopped) return;
      if (text) {
        clearTimeout(silence);
        silence = setTimeout(onSilence, DECODE_TIMEOUT_MS);
        onCode(text);
      }
    } catch (error) {
      if (stopped) return;
      stop();
      onFailure(error);
    }
    if (stopped) return;
    const spent = performance.now() - startedAt;
    nextLook = setTimeout(look, Math.max(0, 1000 / SCANS_PER_SECOND - spent));
  };
  nextLook = setTimeout(look, 0);
  return stop;
}
