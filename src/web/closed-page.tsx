import { ClosedMessage } from './closed-message.tsx';
import { SiteFrame } from './site-frame.tsx';

/** `/checkout` and the card form once nothing is on sale. */
export function ClosedPage() {
  return (
    <SiteFrame title="Registration Closed">
      <ClosedMessage />
    </SiteFrame>
  );
}
