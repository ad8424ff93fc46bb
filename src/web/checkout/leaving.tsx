import { useEffect, useEffectEvent } from 'react';
import { SiteFrame } from '../site-frame.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Shown while the browser loads another page. `leave` is called once, as a second call would cancel the first load. */
export function Leaving({ leave }: { leave: () => void }) {
  const go = useEffectEvent(leave);
  useEffect(() => go(), []);
  return (
    <SiteFrame title="Checkout" action="none">
      <div className="wrap section-y">
        <Spinner label="One moment" />
      </div>
    </SiteFrame>
  );
}
