import { event } from '#content/event.ts';
import { registrationNumber } from '#domain/codes.ts';
import { useOpenOrder } from '../lists/opened-order.tsx';

/** The order's number; opens it beside the list. */
export function OrderLink({ id }: { id: number }) {
  const openOrder = useOpenOrder();
  return (
    <button type="button" className="link inline-flex min-h-6 items-center" onClick={() => openOrder(id)}>
      {registrationNumber(event.shortCode, id)}
    </button>
  );
}
