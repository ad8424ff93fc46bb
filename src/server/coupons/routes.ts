import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { limitCouponTries } from './limit-coupon-tries.ts';
import {
  createCoupon,
  deleteCoupon,
  endCoupon,
  listCoupons,
  saveCoupon,
  toggleCoupon,
} from './manage-coupons.ts';
import { createStripeCoupon, deleteStripeCoupon, listStripeCoupons } from './stripe-coupons.ts';
import { testPricing } from './test-pricing.ts';
import { validateCoupon } from './validate-coupon.ts';

export function couponRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.validateCoupon, (ctx, { body }) => {
    const preview = () => validateCoupon(ctx, body);
    return limitCouponTries(ctx, preview, ({ valid }) => !valid);
  });
  bind(app, routes.listCoupons, (ctx) => listCoupons(ctx));
  bind(app, routes.createCoupon, (ctx, { body }) => createCoupon(ctx, body));
  bind(app, routes.toggleCoupon, (ctx, { params, body }) => toggleCoupon(ctx, params.id, body.active));
  bind(app, routes.saveCoupon, (ctx, { params, body }) => saveCoupon(ctx, params.id, body));
  bind(app, routes.endCoupon, (ctx, { params }) => endCoupon(ctx, params.id));
  bind(app, routes.deleteCoupon, (ctx, { params }) => deleteCoupon(ctx, params.id));
  bind(app, routes.listStripeCoupons, (ctx) => listStripeCoupons(ctx));
  bind(app, routes.createStripeCoupon, (ctx, { body }) => createStripeCoupon(ctx, body));
  bind(app, routes.deleteStripeCoupon, (ctx, { params }) => deleteStripeCoupon(ctx, params.id));
  bind(app, routes.testPricing, (ctx, { body }) => testPricing(ctx, body));
}
