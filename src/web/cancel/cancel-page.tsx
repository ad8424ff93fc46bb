import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PAGES, paths } from '#contract/paths.ts';
import { ApiError, sentenceOf } from '../api.ts';
import { ContactEmail } from '../site-contact.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CancelForm } from './cancel-form.tsx';
import { cancellationQuery } from './use-cancel.ts';

const route = getRouteApi(PAGES.cancel);
const TITLE = 'Cancel seats';

/** The page where the buyer cancels some or all seats of an order. */
export function CancelPage() {
  const { transactionId } = route.useParams();
  const query = useQuery(cancellationQuery(transactionId));
  return (
    <SiteFrame title={TITLE} action="none">
      <div className="wrap section-y">
        <div className="max-w-copy">
          {query.data && (
            <p className="eyebrow">
              Registration ID <span className="code">{query.data.registrationNumber}</span>
            </p>
          )}
          <h1 className="mt-1">{TITLE}</h1>
          {query.data ? (
            <CancelForm transactionId={transactionId} cancellation={query.data} />
          ) : query.error ? (
            <Failed error={query.error} transactionId={transactionId} onRetry={() => void query.refetch()} />
          ) : (
            <Spinner label="Loading your order" />
          )}
        </div>
      </div>
    </SiteFrame>
  );
}

function Failed({
  error,
  transactionId,
  onRetry,
}: {
  error: Error;
  transactionId: string;
  onRetry: () => void;
}) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'order_not_found') {
    return (
      <>
        <p className="mt-4 text-lg text-fg-2">
          There is no order at this address. The link to your order is in our email. If you cannot find it,
          write to <ContactEmail />.
        </p>
        <ButtonLink href={paths.home} className="mt-8">
          Go to the home page
        </ButtonLink>
      </>
    );
  }
  const isUnpaid = code === 'order_not_cancelable';
  return (
    <Notice
      tone={isUnpaid ? 'info' : 'error'}
      title={isUnpaid ? undefined : 'We could not load your order'}
      className="mt-6"
      action={
        isUnpaid ? (
          <ButtonLink href={paths.confirmation(transactionId)}>See your order</ButtonLink>
        ) : (
          <Button onClick={onRetry}>Try again</Button>
        )
      }
    >
      {sentenceOf(error)}
    </Notice>
  );
}
