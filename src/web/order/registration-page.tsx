import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { isPaid } from '#domain/order.ts';
import { buttonClass } from '../ui/button-class.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderOverview } from './order-overview.tsx';
import { transactionQuery } from './order-queries.ts';
import { OrderStates, REGISTRATION_NOT_FOUND } from './order-states.tsx';
import { PrintButton } from './print-button.tsx';
import { StatusNotice } from './status-notice.tsx';
import { useCanonicalAddress } from './use-canonical-address.ts';

const route = getRouteApi(PAGES.registration);

export function RegistrationPage() {
  const { transactionId } = route.useParams();
  const query = useQuery(transactionQuery(transactionId));
  const navigate = route.useNavigate();
  useCanonicalAddress(transactionId, query.data, transactionQuery, (id) => {
    void navigate({ params: { transactionId: id }, replace: true });
  });
  return (
    <OrderStates query={query} title="Registration details" notFound={REGISTRATION_NOT_FOUND}>
      {(data) => (
        <>
          <OrderHeader
            order={data.order}
            title="Registration details"
            intro={
              isPaid(data.order.paymentStatus) && <p>Everything about your registration, ready to print.</p>
            }
            actions={
              <>
                <PrintButton />
                <Link
                  to={PAGES.confirmation}
                  params={{ transactionId: data.order.transactionId }}
                  className={buttonClass('quiet', 'md')}
                >
                  Confirmation page
                </Link>
              </>
            }
          />
          <OrderOverview data={data} notice={<StatusNotice order={data.order} query={query} />} />
        </>
      )}
    </OrderStates>
  );
}
