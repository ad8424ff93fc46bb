import type { AdminOrder } from '#contract/admin-orders.ts';
import { formatUsd } from '#domain/money.ts';

export function Amount({ order }: { order: AdminOrder }) {
  const discount = order.discountAmount;
  return (
    <>
      <span className="block font-semibold">{formatUsd(order.totalAmount)}</span>
      {order.couponCode && (
        <span className="block text-sm text-fg-2">
          <span className="code wrap-anywhere">{order.couponCode}</span>
          {discount > 0 && <span className="whitespace-nowrap"> −{formatUsd(discount)}</span>}
        </span>
      )}
    </>
  );
}
