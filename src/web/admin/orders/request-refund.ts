import { type OrderRefunds, refundOrder } from '#contract/refunds.ts';
import type { InputOf } from '#contract/route.ts';
import { ApiError, call } from '../../api.ts';

/** Rejects, too, if the refund is stored but the provider rejected it: there is only a case then. */
export async function requestRefund(
  orderId: number,
  body: InputOf<typeof refundOrder.body>,
): Promise<OrderRefunds> {
  const money = await call(refundOrder, { params: { id: String(orderId) }, body });
  if (money.refunds.some((one) => one.id === body.refundId && isRejected(one)))
    throw new ApiError(409, REJECTED, { message: REJECTED });
  return money;
}

const REJECTED =
  'The provider rejected the refund, so nothing was canceled or deleted. See its case on the Orders tab.';

export function isRejected({ state }: OrderRefunds['refunds'][number]): boolean {
  return state === 'failed' || state === 'canceled';
}
