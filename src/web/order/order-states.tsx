import type { UseQueryResult } from '@tanstack/react-query';
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { paths } from '#contract/paths.ts';
import { ApiError, sentenceOf } from '../api.ts';
import { boot } from '../boot.ts';
import { ContactEmail } from '../contact-email.tsx';
import { DeadEnd } from '../dead-end.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { hasUnsavedWork } from '../ui/unsaved-work.tsx';
import { useSale } from '../use-sale.ts';

/**
 * The page around a query: `children` once it has loaded, also while it is refetched. Asks before links and Back discard
 * what was typed. `title` names the tab; an address without an order shows `notFound`.
 */
export function OrderStates<T>({
  query,
  title,
  notFound,
  children,
}: {
  query: UseQueryResult<T>;
  title: string;
  notFound: Missing;
  children: (data: T) => ReactNode;
}) {
  useAskBeforeLeaving();
  // Rerenders when the event is over.
  useSale();
  if (query.data === undefined && query.error instanceof ApiError && query.error.status === 404) {
    return <OrderMissing {...notFound} />;
  }
  return (
    <SiteFrame title={title} action="none">
      {contentOf()}
    </SiteFrame>
  );

  function contentOf(): ReactNode {
    if (query.data !== undefined) return children(query.data);
    if (query.error && !query.isFetching) {
      return <OrderFailed title={title} error={query.error} onRetry={() => query.refetch()} />;
    }
    if (query.failureReason) return <OrderFailed title={title} error={query.failureReason} onRetry={null} />;
    return <OrderLoading title={title} />;
  }
}

/**
 * Asks before Back or a link to another page discards unsaved work. `UnsavedWork` asks before leaving the site. In the
 * browser's words, because visitors would load the desk's question with every order.
 */
function useAskBeforeLeaving(): void {
  const history: RouterHistory = useRouter().history;
  useEffect(
    () =>
      history.block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          hasUnsavedWork() &&
          currentLocation.pathname !== nextLocation.pathname &&
          !confirm('Discard what you typed? It has not been saved.'),
        enableBeforeUnload: false,
      }),
    [history],
  );
}

/** `onRetry` is null while the page retries by itself. */
function OrderFailed({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: Error;
  onRetry: (() => void) | null;
}) {
  return (
    <div className="wrap section-y">
      <h1>{title}</h1>
      <Notice
        tone="error"
        title="We could not load your order"
        className="mt-6 max-w-copy"
        action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        {sentenceOf(error)}
        {!onRetry && ' Trying again automatically…'}
      </Notice>
    </div>
  );
}

function OrderLoading({ title }: { title: string }) {
  return (
    <div className="wrap section-y">
      <h1 className="sr-only">{title}</h1>
      <Spinner label="Loading your order" />
      <div className="mt-8 grid gap-6 lg:grid-cols-[7fr_5fr]">
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-44" />
        </Card>
        <Card className="flex flex-col gap-4">
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-3/4" />
        </Card>
      </div>
    </div>
  );
}

interface Missing {
  readonly title: string;
  readonly text: string;
}

export const REGISTRATION_NOT_FOUND: Missing = {
  title: 'Registration Not Found',
  text: 'There is no registration at this address.',
};

export const ORDER_NOT_FOUND: Missing = {
  title: 'Order Not Found',
  text: "The confirmation page you're looking for doesn't exist.",
};

/** For the other pages of an order. */
export const NO_ORDER: Missing = { title: 'Order Not Found', text: 'There is no order at this address.' };

/** The page for an address without an order, with a way on. */
export function OrderMissing({ title, text }: Missing) {
  return (
    <SiteFrame title={title}>
      <DeadEnd
        title={title}
        more={
          <>
            The link to your ticket is in our email, even if someone else bought it. Can’t find the email?
            Have the link sent again, email <ContactEmail /> or call {boot.contact.phone}.
          </>
        }
        actions={
          <>
            <ButtonLink href={paths.findMyTicket}>Find my ticket</ButtonLink>
            <ButtonLink href={paths.home} variant="secondary">
              Go to the home page
            </ButtonLink>
          </>
        }
      >
        {text}
      </DeadEnd>
    </SiteFrame>
  );
}
