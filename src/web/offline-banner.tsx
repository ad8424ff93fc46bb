import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Says that there is no network. Promises nothing, because nothing is sent later automatically. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="alert" className="contents">
      {!isOnline && (
        <p className="sticky top-0 z-30 flex items-center justify-center gap-2 bg-scan-used px-4 py-2 text-md font-semibold text-ink print:hidden">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          You are offline. Nothing can be saved until you’re back online.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
