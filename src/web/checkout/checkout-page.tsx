import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { saveRegistrationOrder } from '../bought-registration.ts';
import { CheckoutSteps } from '../checkout-steps.tsx';
import { ClosedPage } from '../closed-page-later.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import { useSale } from '../sale.ts';
import { SiteFrame } from '../site-frame.tsx';
import { sessionStore } from '../storage.ts';
import { Notice } from '../ui/notice.tsx';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import { Arriving } from './arriving.tsx';
import { goToSuccess } from './card/go-to-tickets.ts';
import { checkoutQuery, unfinishedOrderQuery } from './checkout-queries.ts';
import { leaveAsClosed } from './leave.ts';
import { Leaving } from './leaving.tsx';
import { OrderOverview } from './order-overview.tsx';
import { PayPanel } from './pay-panel.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { shownAmounts } from './reprice.ts';
import { useCheckout } from './use-checkout.ts';
import { WithoutRegistration } from './without-registration.tsx';

export function CheckoutPage() {
  const { isClosed } = useSale();
  const [pending] = useState(readPendingRegistration);
  if (!pending) return isClosed ? <ClosedPage /> : <WithoutRegistration />;
  return isClosed ? <Leaving leave={leaveAsClosed} /> : <SummaryUnlessPaid initial={pending} />;
}

/** Says nothing about money, and takes none, until the server has returned the checkout's state. */
function SummaryUnlessPaid({ initial }: { initial: PendingRegistration }) {
  const own = useQuery(checkoutQuery(initial.checkoutId));
  useWhenShownAgain(() => void own.refetch());
  const transactionId = own.data?.transactionId;
  // Also of an order whose response was lost.
  useEffect(() => {
    if (transactionId) saveRegistrationOrder(transactionId);
  }, [transactionId]);
  if (transactionId && own.data?.standing === 'paid') {
    return <Leaving leave={() => goToSuccess(transactionId)} />;
  }
  return (
    <Summary
      initial={initial}
      own={own.data ?? null}
      isKnown={!own.isPending}
      onGivenUp={() => void own.refetch()}
    />
  );
}

function Summary({
  initial,
  own,
  isKnown,
  onGivenUp,
}: {
  initial: PendingRegistration;
  /** The order that this checkout made. */
  own: CheckoutOrder | null;
  isKnown: boolean;
  onGivenUp: () => void;
}) {
  const checkout = useCheckout(initial);
  const [isBackUnpaid] = useState(() => new URLSearchParams(window.location.search).has('cancelled'));
  const { pending, problem, news, refusal } = checkout;
  const { provider, choose } = useProviderChoice();
  const isFree = shownAmounts(pending).total === 0;
  const isChosenHere = boot.paymentProviders.length > 1 && !isFree;
  return (
    <SiteFrame title={problem ? 'Error: Checkout' : 'Checkout'} action="none">
      <CheckoutSteps step="Review" title={isFree ? 'Look it over' : 'Look it over, then pay'} />
      <div className="wrap checkout-grid pt-8 pb-14">
        <div className="flex min-w-0 flex-col gap-6">
          {isKnown && !news && <WayBack own={own} isBackUnpaid={isBackUnpaid} onGivenUp={onGivenUp} />}
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
        </div>
        <PayPanel
          pending={pending}
          provider={provider}
          onChoose={isChosenHere ? choose : null}
          isBusy={checkout.isBusy || !isKnown}
          refusal={refusal}
          onPay={() => void checkout.pay(isChosenHere ? provider : undefined)}
        />
      </div>
    </SiteFrame>
  );
}

/**
 * This checkout's unpaid order, or another one from this browser. Says that nothing was charged only if the provider
 * has just confirmed it.
 */
function WayBack({
  own,
  isBackUnpaid,
  onGivenUp,
}: {
  own: CheckoutOrder | null;
  /** The buyer came back from the provider's page. */
  isBackUnpaid: boolean;
  onGivenUp: () => void;
}) {
  const other = useQuery({ ...unfinishedOrderQuery, enabled: own === null || own.standing === 'over' });
  if (own?.standing === 'open') {
    const isUnpaid = isBackUnpaid && own.isCertain;
    return (
      <UnfinishedOrderNotice
        order={own}
        title={isUnpaid ? 'Payment was not completed; nothing was charged.' : undefined}
        onGivenUp={onGivenUp}
      />
    );
  }
  return other.data && <UnfinishedOrderNotice order={other.data} onGivenUp={() => void other.refetch()} />;
}

const PROVIDER_KEY = 'payment-provider';

/** How to pay: as last chosen in this tab, or else the first provider offered. */
function useProviderChoice() {
  const [provider, setProvider] = useState(() => {
    const offered = boot.paymentProviders;
    const chosen = sessionStore.get(PROVIDER_KEY);
    return offered.find((one) => one === chosen) ?? offered[0]!;
  });
  const choose = (next: PaymentProvider) => {
    sessionStore.set(PROVIDER_KEY, next);
    setProvider(next);
  };
  return { provider, choose };
}
