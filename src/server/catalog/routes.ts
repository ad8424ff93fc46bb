import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { listPackages } from './list-packages.ts';
import {
  configureProduct,
  listMappings,
  listStripeProducts,
  toggleProduct,
  validateMappings,
} from './manage-products.ts';

export function catalogRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listPackages, (ctx) => listPackages(ctx));
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
