import { type OrderRefunds, refundOrder } from '#contract/refunds.ts';
import type { InputOf } from '#contract/route.ts';
import { hasFailed } from '#domain/order.ts';
import { ApiError, call } from '../../api.ts';

/** Also rejects if the refund was stored but the provider rejected it: all that remains is a case. */
export async function requestRefund(
  orderId: number,
  body: InputOf<typeof refundOrder.body>,
): Promise<OrderRefunds> {
  const money = await call(refundOrder, { params: { id: String(orderId) }, body });
  if (money.refunds.some((one) => one.id === body.refundId && hasFailed(one.state)))
    throw new RefundRejected();
  return money;
}

const REJECTED =
  'The provider rejected the refund, so nothing was canceled or deleted. See its case on the Orders tab.';

/** The next try needs another id. */
export class RefundRejected extends ApiError {
  constructor() {
    super(409, REJECTED, { message: REJECTED });
  }
}
