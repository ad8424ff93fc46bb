import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  listProductMappings,
  listStripeProducts,
  type StripeProduct,
  validateProductMappings,
} from '#contract/catalog.ts';
import { queryOf, sentenceOf } from '../../api.ts';
import { polledEvery } from '../../polled-every.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export const PRODUCT_LISTS = [
  listStripeProducts.path,
  listProductMappings.path,
  validateProductMappings.path,
];

export function useProducts() {
  return useQuery({ ...queryOf(listStripeProducts), ...polledEvery() });
}

/** If a later poll fails, the products stay below the failure. */
export function LoadedProducts({ children }: { children: (found: readonly StripeProduct[]) => ReactNode }) {
  const { data, error, isPending, refetch } = useProducts();
  return (
    <>
      {isPending && <Spinner label="Loading products" />}
      {error && (
        <Notice
          tone="error"
          className="mb-4"
          title={`Error loading products: ${sentenceOf(error)}`}
          action={
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data && children(data)}
    </>
  );
}
