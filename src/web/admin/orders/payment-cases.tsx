import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listPaymentCases } from '#contract/refunds.ts';
import { queryOf } from '../../api.ts';
import { BriefLoadFailure } from '../frame/load-failure.tsx';

const POLL_MS = 30_000;
/** Loaded on demand: cases are rare. */
const CaseList = lazy(() => import('./case-list.tsx').then((file) => ({ default: file.CaseList })));

/** Open and settled cases. Renders nothing if there are none. */
export function PaymentCases() {
  const cases = useQuery({ ...queryOf(listPaymentCases), refetchInterval: POLL_MS });
  return (
    <>
      {cases.error && (
        <BriefLoadFailure
          title="The payment cases could not be loaded"
          onRetry={() => void cases.refetch()}
        />
      )}
      {cases.data && cases.data.length > 0 && (
        <Suspense>
          <CaseList cases={cases.data} />
        </Suspense>
      )}
    </>
  );
}
