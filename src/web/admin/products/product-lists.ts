import { listProductMappings, listStripeProducts, validateProductMappings } from '#contract/catalog.ts';

export const PRODUCT_LISTS = [
  listStripeProducts.path,
  listProductMappings.path,
  validateProductMappings.path,
];
