import type { ReactNode } from 'react';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { paths } from '#contract/paths.ts';
import { formatUsd } from '#domain/money.ts';
import { sentenceOf } from '../../api.ts';
import { EmptyArcs } from '../../art/empty-arcs.tsx';
import { ContactEmail } from '../../contact-email.tsx';
import { readPendingRegistration } from '../../pending-registration.ts';
import { SiteFrame } from '../../site-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { carrying } from './carrying.ts';

export function OrderNotFound() {
  return (
    <Ending title="Order Not Found" action={<ToForm>Go to registration</ToForm>}>
      There is no order at this address. Questions? Email <ContactEmail />.
    </Ending>
  );
}

/** For a buyer who has read that the card may have been charged. */
export const NO_PAYMENT = 'No payment reached us. If your bank shows one, contact us first.';

/** The hold is over, or the order was given up or closed. `why`: what became of its last payment. */
export function CannotBePaid({
  why = 'Seats are held for a limited time.',
  isClosed,
}: {
  why?: string | undefined;
  /** Registration has closed, so there is nothing to start again. */
  isClosed: boolean;
}) {
  return (
    <Ending title="This order can no longer be paid" action={isClosed || <ToForm>Start over</ToForm>}>
      <span>{why}</span>
      {isClosed || (readPendingRegistration() && ' Your details are still here.')}
    </Ending>
  );
}

/** The checkout's other order counts: it was changed, or late money has paid an earlier one, after this page was opened. */
export function OrderReplaced({ by }: { by: CheckoutOrder }) {
  const { registrationNumber, packageLabel, totalAmount, state, transactionId, url } = by;
  const isPaid = state === 'paid';
  const href = isPaid ? paths.checkoutSuccess({ orderId: transactionId }) : (url ?? paths.checkout);
  return (
    <Ending
      title={isPaid ? 'You have already paid' : 'A newer order has replaced this one'}
      action={
        // The provider's page could read what is carried.
        <ButtonLink {...(href.startsWith('/') && carrying)} href={href}>
          {isPaid ? 'See your tickets' : 'Continue with the newer order'}
        </ButtonLink>
      }
    >
      Your order is <span className="code whitespace-nowrap">{registrationNumber}</span>:{' '}
      <span>{`${packageLabel}, ${formatUsd(totalAmount)}.`}</span>
    </Ending>
  );
}

/** A full page load, as with all links here: only the card form's page allows the provider's script. */
function ToForm({ children }: { children: string }) {
  return (
    <ButtonLink {...carrying} href={paths.register}>
      {children}
    </ButtonLink>
  );
}

function Ending({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <SiteFrame title={title}>
      <div className="wrap section-y flex flex-col items-center text-center">
        <EmptyArcs className="w-52" />
        <h1 className="mt-6">{title}</h1>
        <p className="mt-4 max-w-copy text-lg text-fg-2">{children}</p>
        <div className="mt-8">{action}</div>
      </div>
    </SiteFrame>
  );
}

export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      title="We could not load your order"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {sentenceOf(error)}
    </Notice>
  );
}

export function OrderLoading() {
  return (
    <>
      <Spinner label="Loading your order" />
      <Card className="mt-6 flex flex-col gap-4">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </Card>
    </>
  );
}
