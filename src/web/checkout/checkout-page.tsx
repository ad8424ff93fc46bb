import { useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { boot } from '../boot.ts';
import { ClosedPage } from '../closed-page-later.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import { useSale } from '../sale.ts';
import { SiteFrame } from '../site-frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { Arriving } from './arriving.tsx';
import { CheckoutBand } from './checkout-band.tsx';
import { leaveAsClosed, leaveForHome } from './leave.ts';
import { Leaving } from './leaving.tsx';
import { OrderOverview } from './order-overview.tsx';
import { PayPanel } from './pay-panel.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import { shownAmounts } from './reprice.ts';
import { useCheckout } from './use-checkout.ts';
import { useProviderChoice } from './use-provider-choice.ts';

export function CheckoutPage() {
  const { isClosed } = useSale();
  const [pending] = useState(readPendingRegistration);
  if (!pending) return isClosed ? <ClosedPage /> : <Leaving leave={leaveForHome} />;
  return isClosed ? <Leaving leave={leaveAsClosed} /> : <Summary initial={pending} />;
}

function Summary({ initial }: { initial: PendingRegistration }) {
  const checkout = useCheckout(initial);
  const [isBackUnpaid] = useState(() => new URLSearchParams(window.location.search).has('cancelled'));
  const { pending, problem, news, refusal } = checkout;
  const { provider, choose } = useProviderChoice();
  const isChosenHere = boot.paymentProviders.length > 1 && shownAmounts(pending).total > 0;
  return (
    <SiteFrame title={problem ? 'Error: Checkout' : 'Checkout'} action="none">
      <CheckoutBand title="Look it over, then pay" />
      <div className="wrap flex flex-col gap-6 pt-8 pb-14 sm:pt-12 lg:grid lg:grid-cols-[minmax(0,35rem)_minmax(0,21.25rem)] lg:items-start lg:justify-between">
        <div className="flex min-w-0 flex-col gap-6">
          {isBackUnpaid && !problem && !news && (
            <Notice title="Payment was not completed; nothing was charged.">
              Everything is still here. Go on when you are ready.
            </Notice>
          )}
          {news && (
            <Arriving>
              <Notice tone="warn" title="The total has changed">
                {news}
              </Notice>
            </Arriving>
          )}
          {refusal && <ProblemNotice problem={{ text: refusal, details: [], offer: null }} />}
          {problem && (
            <Arriving>
              <ProblemNotice problem={problem} onRemoveCoupon={checkout.removeCoupon} />
            </Arriving>
          )}
          <OrderOverview pending={pending} />
          {isChosenHere && <ProviderChoice value={provider} onChoose={choose} />}
        </div>
        <PayPanel
          pending={pending}
          provider={provider}
          isBusy={checkout.isBusy}
          refusal={refusal}
          onPay={() => void checkout.pay(isChosenHere ? provider : undefined)}
        />
      </div>
    </SiteFrame>
  );
}
