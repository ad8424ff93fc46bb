import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { takeLimit, visitorKey } from '../http/limits.ts';
import { testPricing } from './test-pricing.ts';
import { validateCoupon } from './validate-coupon.ts';

export function couponRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.validateCoupon, async (ctx, { body }) => {
    // Codes can be guessed, so guesses are counted.
    const isAllowed = await takeLimit(
      ctx.db,
      `coupon:${visitorKey(ctx.ipAddress)}`,
      20,
      60,
      ctx.protocolNow(),
    );
    if (!isAllowed) throw new Refusal('too_many_requests');
    return validateCoupon(ctx, body);
  });
  bind(app, routes.testPricing, (ctx, { body }) => testPricing(ctx, body));
}
