import { listProductMappings, listStripeProducts, validateProductMappings } from '#contract/catalog.ts';

/** What a change of a product is seen in. */
export const PRODUCT_LISTS = [
  listStripeProducts.path,
  listProductMappings.path,
  validateProductMappings.path,
];
