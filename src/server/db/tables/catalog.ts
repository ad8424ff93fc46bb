import type { CatalogProduct } from '#domain/catalog.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import { boolean, date, integer, jsonb, numeric, pgTable, serial, text } from '../drizzle.ts';
import { instant } from './columns.ts';

export const eventCapacity = pgTable('event_capacity', {
  id: serial().primaryKey(),
  eventDate: date('event_date').notNull(),
  currentRegistrations: integer('current_registrations').notNull().default(0),
  maxCapacity: integer('max_capacity').notNull(),
  lastUpdated: instant('last_updated').notNull(),
});

export const coupons = pgTable('coupons', {
  id: serial().primaryKey(),
  code: text().notNull(),
  description: text().notNull(),
  discountType: text('discount_type', { enum: ['percentage', 'fixed'] }).notNull(),
  discountValue: integer('discount_value').notNull(),
  minOrderAmount: integer('min_order_amount'),
  maxDiscount: integer('max_discount'),
  usageLimit: integer('usage_limit'),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  lateCount: integer('late_count').notNull().default(0),
  validFrom: instant('valid_from'),
  validUntil: instant('valid_until'),
  eventTypes: text('event_types', { enum: EVENT_TYPES }).array().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const catalogProducts = pgTable('catalog_products', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text(),
  active: boolean().notNull(),
  price: jsonb().$type<NonNullable<CatalogProduct['price']>>(),
  metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  seenAt: instant('seen_at').notNull(),
});

export const providerCoupons = pgTable('provider_coupons', {
  id: text().primaryKey(),
  name: text(),
  percentOff: numeric('percent_off', { precision: 6, scale: 3 }),
  amountOff: integer('amount_off'),
  currency: text(),
  maxRedemptions: integer('max_redemptions'),
  timesRedeemed: integer('times_redeemed').notNull().default(0),
  redeemBy: instant('redeem_by'),
  valid: boolean().notNull(),
  productIds: text('product_ids').array().notNull().default([]),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  seenAt: instant('seen_at').notNull(),
});

export const providerPromotionCodes = pgTable('provider_promotion_codes', {
  id: text().primaryKey(),
  code: text().notNull(),
  couponId: text('coupon_id').notNull(),
  active: boolean().notNull(),
  maxRedemptions: integer('max_redemptions'),
  timesRedeemed: integer('times_redeemed').notNull().default(0),
  expiresAt: instant('expires_at'),
  minimumAmount: integer('minimum_amount'),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  seenAt: instant('seen_at').notNull(),
});
