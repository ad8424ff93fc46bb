import { type Endpoint, endpoint } from './api.ts';
import { createPrice, findProduct } from './catalog-objects.ts';
import type { Core } from './core.ts';
import { pageOf, pagingByTime } from './pages.ts';
import { atLeast, currency, hash, text } from './params.ts';

const createParams = hash(
  { currency, product: text, unit_amount: atLeast(0) },
  'currency',
  'product',
  'unit_amount',
);

export function priceEndpoints(core: Core): Endpoint[] {
  return [
    endpoint('POST', '/v1/prices', createParams, (params) =>
      createPrice(core, { ...params, product: findProduct(core, params.product, 'product').id }),
    ),
    endpoint('GET', '/v1/prices', hash(pagingByTime), (query) =>
      pageOf(core.state.prices.list(), query, '/v1/prices'),
    ),
  ];
}
