import { listProductMappings, listStripeProducts, validateProductMappings } from '#contract/catalog.ts';

/** The lists that show products. */
export const PRODUCT_LISTS = [
  listStripeProducts.path,
  listProductMappings.path,
  validateProductMappings.path,
];
