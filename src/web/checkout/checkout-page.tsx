import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { texts } from '#content/texts.ts';
import type { PendingRegistration } from '#contract/checkout.ts';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { paths } from '#contract/paths.ts';
import { saveRegistrationOrder } from '../bought-registration.ts';
import { CheckoutSteps } from '../checkout-steps.tsx';
import { ClosedPage } from '../closed-page.ts';
import { ORDER_KEY, readPendingRegistration } from '../pending-registration.ts';
import { SiteFrame } from '../site-frame.tsx';
import { carryToNextPage, sessionStore } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { useErrorTitle } from '../ui/use-error-title.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';
import { useSale } from '../use-sale.ts';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import { Arriving } from './arriving.tsx';
import { goToSuccess } from './card/go-to-tickets.ts';
import { CheckoutOverview } from './checkout-overview.tsx';
import { checkoutQuery, unfinishedOrderQuery } from './checkout-queries.ts';
import { leaveAsClosed } from './leave.ts';
import { Leaving } from './leaving.tsx';
import { PayPanel } from './pay-panel.tsx';
import { shownAmounts } from './reprice.ts';
import { type PaymentProblem, useCheckout } from './use-checkout.ts';
import { WithoutRegistration } from './without-registration.tsx';

export function CheckoutPage() {
  const { isClosed } = useSale();
  const [pending] = useState(readPendingRegistration);
  if (pending) return <SummaryUnlessPaid initial={pending} />;
  return isClosed ? <ClosedPage /> : <WithoutRegistration />;
}

/**
 * Says nothing about money until the server has returned the checkout's state. If that fails, the button works all the
 * same: the server checks again before it takes any.
 */
function SummaryUnlessPaid({ initial }: { initial: PendingRegistration }) {
  const own = useQuery(checkoutQuery(initial.checkoutId));
  useWhenShownAgain(() => void own.refetch());
  if (own.data?.state === 'paid') {
    const { transactionId } = own.data;
    const leave = () => {
      // Its response may have been lost. An unpaid order may have other details than the registration.
      saveRegistrationOrder(transactionId);
      goToSuccess(transactionId);
    };
    return <Leaving leave={leave} />;
  }
  return <Summary initial={initial} own={own} />;
}

/** The query of the order that this checkout made. */
type OwnOrder = UseQueryResult<CheckoutOrder | null>;

function Summary({ initial, own }: { initial: PendingRegistration; own: OwnOrder }) {
  const checkout = useCheckout(initial);
  const { pending, problem, news, refusal } = checkout;
  useErrorTitle(problem !== null);
  // Not while this checkout may have been paid.
  const isUnknown = own.isPending || own.data?.isCertain === false;
  if (checkout.isClosed && !isUnknown) return <Leaving leave={leaveAsClosed} />;
  const isFree = shownAmounts(pending).total === 0;
  // Unknown while an earlier payment may be under way.
  const isUncharged = own.data === null || own.data?.isCertain === true;
  return (
    <SiteFrame title="Checkout" action="none">
      <CheckoutSteps
        step="Review"
        title={isFree ? 'Look it over' : 'Look it over, then pay'}
        isFree={isFree}
      />
      <div className="wrap checkout-grid pt-8 pb-14">
        <div className="flex min-w-0 flex-col gap-6">
          {checkout.isOver && <Notice title={texts.concluded.title}>There is nothing left to attend.</Notice>}
          {!own.isPending && <WayBack own={own} />}
          {news && (
            <Arriving>
              <Notice tone="warn" title="The total has changed">
                {isUncharged ? `Nothing was charged. ${news}` : news}
              </Notice>
            </Arriving>
          )}
          {/* A refused payment has the same sentence. */}
          {refusal && !problem && <ProblemNotice problem={{ text: refusal, details: [], offer: null }} />}
          {problem && (
            <Arriving>
              <ProblemNotice problem={problem} onRemoveCoupon={checkout.removeCoupon} />
            </Arriving>
          )}
          <CheckoutOverview pending={pending} />
        </div>
        <PayPanel
          pending={pending}
          isBusy={checkout.isBusy || own.isPending}
          refusal={refusal}
          onPay={(provider) => void checkout.pay(provider)}
        />
      </div>
    </SiteFrame>
  );
}

/**
 * This checkout's unpaid order, or another one from this browser. Says that nothing was charged only if the provider
 * has just confirmed it.
 */
function WayBack({ own: { data: own = null, refetch } }: { own: OwnOrder }) {
  const other = useQuery({ ...unfinishedOrderQuery, enabled: own === null || own.state === 'over' });
  if (own?.state === 'open') {
    const isBack = new URLSearchParams(window.location.search).has('cancelled');
    return (
      <UnfinishedOrderNotice
        order={own}
        title={isBack && own.isCertain ? 'Payment was not completed; nothing was charged.' : undefined}
        isAsShown={sessionStore.get(ORDER_KEY) === own.transactionId}
        onGivenUp={() => void refetch()}
      />
    );
  }
  return other.data && <UnfinishedOrderNotice order={other.data} onGivenUp={() => void other.refetch()} />;
}

/** What went wrong, and what to do next. Unlike the toast, it stays until the next attempt. */
function ProblemNotice({
  problem,
  onRemoveCoupon,
}: {
  problem: PaymentProblem;
  onRemoveCoupon?: () => void;
}) {
  return (
    <Notice
      tone="error"
      title={problem.text}
      action={
        <div className="flex flex-wrap gap-2">
          {problem.offer === 'remove_coupon' && (
            <Button variant="secondary" size="sm" onClick={onRemoveCoupon}>
              Continue without the code
            </Button>
          )}
          {problem.offer === 'reload' && (
            // A reload would keep the referrer, which may be another site's.
            <ButtonLink href={paths.checkout} variant="secondary" size="sm" onClick={carryToNextPage}>
              Reload the page
            </ButtonLink>
          )}
          <ButtonLink href={paths.register} variant="secondary" size="sm" onClick={carryToNextPage}>
            Change details
          </ButtonLink>
        </div>
      }
    >
      {problem.details.length > 0 && (
        <ul className="list-disc pl-5">
          {problem.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
