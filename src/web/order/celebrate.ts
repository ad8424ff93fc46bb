import { welcomeBuyer } from '#contract/orders.ts';
import type { Cents } from '#domain/money.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { dropBought } from '../bought-registration.ts';
import { toast } from '../ui/toast-store.ts';

/**
 * Ends the order's checkout in this tab. The toast and the analytics event come once per order, wherever and however
 * often its page is opened: the server keeps track.
 */
export async function celebrate(transactionId: string, total: Cents): Promise<void> {
  dropBought(transactionId);
  // The page itself says that the payment arrived, so a failed call shows nothing.
  const welcome = await call(welcomeBuyer, { params: { id: transactionId } }).catch(() => null);
  if (!welcome?.isFirst) return;
  track('registration', total);
  toast({
    tone: 'ok',
    title: 'Payment Successful',
    description: 'Your registration has been completed successfully!',
  });
}
