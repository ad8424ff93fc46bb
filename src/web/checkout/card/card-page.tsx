import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PAGES } from '#contract/paths.ts';
import { hasHadMoney } from '#domain/order.ts';
import { ApiError } from '../../api.ts';
import { boot } from '../../boot.ts';
import { ClosedPage } from '../../closed-page.ts';
import { useSale } from '../../use-sale.ts';
import { useWhenShownAgain } from '../../use-when-shown-again.ts';
import { Leaving } from '../leaving.tsx';
import { CardForm } from './card-form.tsx';
import { CardFrame } from './card-frame.tsx';
import {
  CannotBePaid,
  LoadFailed,
  NO_PAYMENT,
  OrderLoading,
  OrderNotFound,
  OrderReplaced,
} from './card-page-states.tsx';
import { goToTickets } from './go-to-tickets.ts';
import { useCardOrder } from './use-card-order.ts';

const route = getRouteApi(PAGES.cardForm);

/**
 * The card form for one unpaid order. If the order can't be paid, says why; if it is paid, goes to the tickets. After
 * registration has closed, it stays for an order whose seats are still held for this browser.
 */
export function CardPage() {
  const { isClosed } = useSale();
  const { orderId } = route.useSearch();
  if (!orderId) return isClosed ? <ClosedPage /> : <OrderNotFound />;
  return <PageOfOrder orderId={orderId} isClosed={isClosed} />;
}

function PageOfOrder({ orderId, isClosed }: { orderId: string; isClosed: boolean }) {
  const [isPaying, setPaying] = useState(false);
  const [ending, setEnding] = useState<string>();
  const [isUnsure, setUnsure] = useState(false);
  const { itemId, amount, name } = route.useSearch();
  const { order, error, current, isCertain, reload } = useCardOrder(orderId, isPaying, isUnsure);
  useWhenShownAgain(reload);
  const loading = (
    <CardFrame item={{ name, total: amount }}>
      {!order && error ? <LoadFailed error={error} onRetry={reload} /> : <OrderLoading />}
    </CardFrame>
  );
  if (!order) {
    if (error instanceof ApiError && error.status === 404)
      return isClosed ? <ClosedPage /> : <OrderNotFound />;
    return loading;
  }
  const isOther = current && current.transactionId !== order.transactionId;
  // It may have been read later than `order`, and know that it is paid or over.
  const state = isOther ? undefined : current?.state;
  // The success page also explains refunds.
  if (hasHadMoney(order.paymentStatus) || state === 'paid')
    return <Leaving leave={() => goToTickets(order.transactionId)} />;
  if (isOther && !isPaying) return <OrderReplaced by={current} />;
  const isOver = order.paymentStatus !== 'pending' || state === 'over' || order.totalAmount === 0;
  if ((isOver || isClosed) && current === undefined) return loading;
  // A payment that has started may finish, so that its response isn't lost.
  if (isClosed && (isOver || !current) && !isPaying && !ending) return <ClosedPage />;
  if (isOver || ending || !boot.square)
    return <CannotBePaid why={ending ?? (isUnsure ? NO_PAYMENT : undefined)} isClosed={isClosed} />;
  return (
    <CardForm
      key={order.transactionId}
      order={order}
      item={{ id: itemId, name }}
      linkedAmount={amount}
      isPaying={isPaying}
      isUncharged={state === 'open' && isCertain}
      onPaying={setPaying}
      onEnded={reload}
      onFailed={(mayBeCharged, why) => {
        setUnsure(mayBeCharged);
        setEnding(why);
        reload();
      }}
    />
  );
}
