import { randomUUID } from 'node:crypto';
import type { EventType } from '#domain/packages.ts';
import { coupons } from '#server/db/tables.ts';
import type { World } from './world.ts';

type Coupon = typeof coupons.$inferInsert;
type Terms = Partial<Coupon> & Pick<Coupon, 'discountValue'>;

/** Stores a coupon in percent for the conference, unless the terms say otherwise. Returns its code. */
export async function addCoupon({ database, sandbox }: World, terms: Terms): Promise<string> {
  const at = sandbox.clock.now();
  const { code = `C${randomUUID().slice(0, 8).toUpperCase()}` } = terms;
  const eventTypes: EventType[] = ['conference'];
  const rest = { description: 'A test', discountType: 'percentage', createdAt: at, updatedAt: at } as const;
  await database.db.insert(coupons).values({ ...rest, eventTypes, ...terms, code });
  return code;
}
