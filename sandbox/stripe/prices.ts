import * as z from 'zod';
import { type Endpoint, endpoint } from './api.ts';
import { createPrice, findProduct } from './catalog-objects.ts';
import type { Core } from './core.ts';
import { pageOf, pagingParams } from './pages.ts';
import { currency, integer, text } from './params.ts';

const createParams = z.strictObject({ currency, product: text, unit_amount: integer });

export function priceEndpoints(core: Core): Endpoint[] {
  return [
    endpoint('POST', '/v1/prices', createParams, (params) =>
      createPrice(core, { ...params, product: findProduct(core, params.product, 'product').id }),
    ),
    endpoint('GET', '/v1/prices', pagingParams, (query) =>
      pageOf(core.state.prices.list(), query, '/v1/prices'),
    ),
  ];
}
