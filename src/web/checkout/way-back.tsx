import { useQuery } from '@tanstack/react-query';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { unfinishedOrderQuery } from '../checkout-queries.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';

/**
 * The order of this checkout that was left unpaid, or another one of this browser. That nothing was charged is said only on
 * the provider's word of this moment.
 */
export function WayBack({
  own,
  isBackUnpaid,
  onGivenUp,
}: {
  own: CheckoutOrder | null;
  /** The buyer comes from the provider's page. */
  isBackUnpaid: boolean;
  onGivenUp: () => void;
}) {
  const isOwnOpen = own?.standing === 'open';
  const other = useQuery({ ...unfinishedOrderQuery, enabled: own === null || own.standing === 'over' });
  if (isOwnOpen) {
    const isUnpaid = isBackUnpaid && own.isCertain;
    return (
      <UnfinishedOrderNotice
        order={own}
        {...(isUnpaid && { title: 'Payment was not completed; nothing was charged.' })}
        onGivenUp={onGivenUp}
      />
    );
  }
  return other.data && <UnfinishedOrderNotice order={other.data} onGivenUp={() => void other.refetch()} />;
}
