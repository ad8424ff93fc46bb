import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';

/** What a query brings, or that it is loading, or that it failed and can be tried again. */
export function Loaded<T>({
  query,
  loading,
  failure,
  children,
}: {
  query: UseQueryResult<T>;
  loading: string;
  failure: string;
  children: (data: T) => ReactNode;
}) {
  return (
    <>
      {query.isPending && <Spinner label={loading} />}
      {query.error && (
        <LoadFailure title={failure} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
