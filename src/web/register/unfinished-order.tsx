import { useQuery } from '@tanstack/react-query';
import { unfinishedOrderQuery } from '../checkout-queries.ts';
import { useWhenShownAgain } from '../checkout-standing.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';

/** Above the form: the order of this browser that waits to be paid, whichever tab made it. */
export function UnfinishedOrder({ onGivenUp }: { onGivenUp: () => void }) {
  const { data: order, refetch } = useQuery(unfinishedOrderQuery);
  useWhenShownAgain(() => void refetch());
  const lookAgain = () => {
    void refetch();
    onGivenUp();
  };
  return (
    order && (
      <div className="max-w-copy">
        <UnfinishedOrderNotice order={order} onGivenUp={lookAgain} />
      </div>
    )
  );
}
