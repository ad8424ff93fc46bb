import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** A query's data, its loading state, or its failure with a retry. A failed refetch keeps the data. */
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
      <LoadFailure query={query} title={failure} />
      {query.data !== undefined && children(query.data)}
    </>
  );
}
