import { useState } from 'react';
import { type CheckoutOrder, giveUpCheckout } from '#contract/checkout-order.ts';
import { paths } from '#contract/paths.ts';
import { formatUsd } from '#domain/money.ts';
import { call, sentenceOf } from './api.ts';
import { keptUntilText } from './kept-until-text.ts';
import { carryToNextPage } from './storage.ts';
import { Button } from './ui/button.tsx';
import { ButtonLink } from './ui/button-link.tsx';
import { Notice } from './ui/notice.tsx';
import { useNow } from './use-now.ts';

/**
 * Lets the visitor continue paying an unpaid order or give it up. Disappears when the hold ends. `title` replaces the
 * default. Unless `isAsShown`, the page has other details and a button that pays with those.
 */
export function UnfinishedOrderNotice({
  order,
  title = 'You have an unfinished order',
  isAsShown = true,
  onGivenUp,
}: {
  order: CheckoutOrder;
  title?: string | undefined;
  isAsShown?: boolean;
  onGivenUp: () => void;
}) {
  const at = useNow();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isOpenAt(order, at)) return null;

  const giveUp = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { order: left } = await call(giveUpCheckout, { params: { key: order.transactionId } });
      // The button stays busy until the other page is there.
      if (left?.state === 'paid') return window.location.replace(paths.confirmation(left.transactionId));
      onGivenUp();
      // The focus would be lost with the button.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(sentenceOf(error as Error));
    }
    setBusy(false);
  };

  return (
    <Notice
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          {isAsShown && (
            // The provider's page could read what is carried.
            <ButtonLink
              href={order.url}
              size="sm"
              onClick={order.url.startsWith('/') ? carryToNextPage : undefined}
            >
              Continue paying
            </ButtonLink>
          )}
          <Button
            variant="secondary"
            size="sm"
            busy={isBusy}
            busyLabel="One moment"
            onClick={() => void giveUp()}
          >
            Start over
          </Button>
        </div>
      }
    >
      <p>
        {order.packageLabel}, {formatUsd(order.totalAmount)}, held for you until{' '}
        <time dateTime={order.keptUntil}>{keptUntilText(order.keptUntil)}</time>.{' '}
        {!isAsShown && 'Pay on this page to finish it with these details. '}Starting over releases it.
      </p>
      {problem && (
        <p role="alert" className="mt-2 font-semibold text-error">
          {problem}
        </p>
      )}
    </Notice>
  );
}

/** Whether there is a page to continue paying at, and time left. */
export function isOpenAt(
  order: CheckoutOrder,
  at: Date,
): order is CheckoutOrder & { readonly url: string; readonly keptUntil: string } {
  const { state, url, keptUntil } = order;
  return state === 'open' && url !== null && keptUntil !== null && at < new Date(keptUntil);
}
