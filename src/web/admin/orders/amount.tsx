import type { AdminOrder } from '#contract/admin-orders.ts';
import { formatUsd } from '#domain/money.ts';

export function Amount({ order }: { order: AdminOrder }) {
  const discount = order.discountAmount;
  return (
    <>
      <span className="block shrink-0 font-semibold">{formatUsd(order.totalAmount)}</span>
      {order.couponCode && (
        <span className="flex min-w-0 justify-end gap-[0.5ch] text-sm text-fg-2">
          <span className="code truncate">{order.couponCode}</span>
          {discount > 0 && <span className="shrink-0">−{formatUsd(discount)}</span>}
        </span>
      )}
    </>
  );
}
