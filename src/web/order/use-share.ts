import { useState } from 'react';
import { event } from '#content/event.ts';

/** Shares a link through the device's share sheet. `share` is null where the device has none. */
export function useShare({ text, url }: { text: string; url: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const share = () => {
    setHasFailed(false);
    navigator.share({ title: event.name, text, url }).catch((error: unknown) => {
      // Closing the share sheet is a choice, not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setHasFailed(true);
    });
  };
  return { share: typeof navigator.share === 'function' ? share : null, hasFailed };
}
