import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import {
  configureProduct,
  listMappings,
  listStripeProducts,
  toggleProduct,
  validateMappings,
} from './manage-products.ts';
import { readPackages } from './mirror.ts';

export function catalogRoutes(app: Hono<HttpEnv>): void {
  // For pages whose prices may be stale, and for other programs.
  bind(app, routes.listPackages, async (ctx) => {
    const packages = await readPackages(ctx);
    return packages.map(({ includes, listings, ...one }) => ({
      ...one,
      includes: [...includes],
      listings: { ...listings },
    }));
  });
  bind(app, routes.listStripeProducts, (ctx) => listStripeProducts(ctx));
  bind(app, routes.toggleStripeProduct, (ctx, { params, body }) =>
    toggleProduct(ctx, params.productId, body.active),
  );
  bind(app, routes.configureStripeProduct, (ctx, { params, body }) =>
    configureProduct(ctx, params.productId, body),
  );
  bind(app, routes.listProductMappings, (ctx) => listMappings(ctx));
  bind(app, routes.validateProductMappings, (ctx) => validateMappings(ctx));
}
