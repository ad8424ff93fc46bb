import { ClosedMessage } from './closed-message.tsx';
import { SiteFrame } from './site-frame.tsx';

/** What `ClosedPage` loads: imported itself, it would be in everybody's script. */
export function ClosedFrame() {
  return (
    <SiteFrame title="Registration Closed">
      <ClosedMessage />
    </SiteFrame>
  );
}
