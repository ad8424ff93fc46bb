import { useEffect } from 'react';
import { SiteFrame } from '../site-frame.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Shown while the browser loads another page. */
export function Leaving({ leave }: { leave: () => void }) {
  useEffect(leave, [leave]);
  return (
    <SiteFrame title="Checkout" action="none">
      <div className="wrap section-y">
        <Spinner label="One moment" />
      </div>
    </SiteFrame>
  );
}
