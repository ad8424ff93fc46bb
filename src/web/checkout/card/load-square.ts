import type { Square } from '@square/web-payments-sdk-types';

/** Milliseconds, after which the next call retries even if the connection hangs. */
const PATIENCE = 15_000;

const loading = new Map<string, Promise<Square>>();

/** Loads the provider's browser script once per page. After a failure, the next call tries again. */
export function loadSquare(scriptUrl: string): Promise<Square> {
  const known = loading.get(scriptUrl);
  if (known) return known;
  const square = addScript(scriptUrl).catch((error: unknown) => {
    loading.delete(scriptUrl);
    throw error;
  });
  loading.set(scriptUrl, square);
  return square;
}

function addScript(src: string): Promise<Square> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${src} ${reason}`));
    };
    const timer = setTimeout(() => fail('took too long to load'), PATIENCE);
    script.addEventListener('error', () => fail('could not be loaded'));
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Square) resolve(window.Square);
      else fail('loaded but did not define window.Square');
    });
    script.src = src;
    script.async = true;
    document.head.append(script);
  });
}
