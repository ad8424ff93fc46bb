import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PAGES, paths } from '#contract/paths.ts';
import { ApiError, sentenceOf } from '../api.ts';
import { OrderHeader } from '../order/order-header.tsx';
import { NO_ORDER, OrderStates } from '../order/order-states.tsx';
import { useCanonicalAddress } from '../order/use-canonical-address.ts';
import { SiteFrame } from '../site-frame.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { CancelForm } from './cancel-form.tsx';
import { cancellationQuery } from './use-cancel.ts';

const route = getRouteApi(PAGES.cancel);
const TITLE = 'Cancel seats';

/** The page where the buyer cancels some or all seats of an order. */
export function CancelPage() {
  const { transactionId } = route.useParams();
  const query = useQuery(cancellationQuery(transactionId));
  const { data, error } = query;
  const navigate = route.useNavigate();
  useCanonicalAddress(transactionId, data, cancellationQuery, (id) => {
    void navigate({ params: { transactionId: id }, replace: true });
  });
  if (!data && error instanceof ApiError && error.code === 'order_not_cancelable') {
    return (
      <SiteFrame title={TITLE} action="none">
        <div className="wrap section-y">
          <h1>{TITLE}</h1>
          <Notice
            className="mt-6 max-w-copy"
            action={<ButtonLink href={paths.confirmation(transactionId)}>See your order</ButtonLink>}
          >
            {sentenceOf(error)}
          </Notice>
        </div>
      </SiteFrame>
    );
  }
  return (
    <OrderStates query={query} title={TITLE} notFound={NO_ORDER}>
      {(cancellation) => (
        <>
          <OrderHeader order={cancellation} title={TITLE} />
          <div className="wrap pt-4 pb-14 sm:pt-8">
            <div className="max-w-copy">
              <CancelForm transactionId={transactionId} cancellation={cancellation} />
            </div>
          </div>
        </>
      )}
    </OrderStates>
  );
}
