import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { CheckoutSteps } from '../checkout-steps.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { isOpenAt, UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';
import { useNow } from '../use-now.ts';
import { unfinishedOrderQuery } from './checkout-queries.ts';
import { leaveForHome } from './leave.ts';
import { Leaving } from './leaving.tsx';

/** The summary page in a tab without a registration: an unpaid order from another tab, or else the home page. */
export function WithoutRegistration() {
  const { data, isPending } = useQuery(unfinishedOrderQuery);
  const at = useNow();
  const [isGivenUp, setGivenUp] = useState(false);
  const order = data && isOpenAt(data, at) ? data : null;
  if (isGivenUp) return <Leaving leave={() => window.location.replace(paths.register)} />;
  if (!isPending && !order) return <Leaving leave={leaveForHome} />;
  return (
    <SiteFrame title="Checkout" action="none">
      <CheckoutSteps step="Review" title="Pick up where you left off" />
      <div className="wrap pt-8 pb-14">
        {order ? (
          <div className="max-w-copy">
            <UnfinishedOrderNotice order={order} onGivenUp={() => setGivenUp(true)} />
          </div>
        ) : (
          <Spinner label="One moment" />
        )}
      </div>
    </SiteFrame>
  );
}
