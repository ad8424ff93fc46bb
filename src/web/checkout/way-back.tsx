import { useQuery } from '@tanstack/react-query';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { unfinishedOrderQuery } from '../checkout-queries.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';

/**
 * This checkout's unpaid order, or another one from this browser. Says that nothing was charged only if the provider
 * has just confirmed it.
 */
export function WayBack({
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
