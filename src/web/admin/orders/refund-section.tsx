import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { OrderRefunds } from '#contract/refunds.ts';
import { countSeats } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { hasFailed, isPaid } from '#domain/order.ts';
import { BriefLoadFailure, LoadFailure } from '../../load-failure.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { instantText } from '../instant-text.ts';
import { ORDER_LISTS, refundsOf } from './order-queries.ts';
import { RefundForm } from './refund-form.tsx';

const STATES: Record<OrderRefunds['refunds'][number]['state'], { tone: Tone; word: string }> = {
  pending: { tone: 'warn', word: 'In progress' },
  requires_action: { tone: 'warn', word: 'Waiting for the bank' },
  succeeded: { tone: 'ok', word: 'Paid out' },
  failed: { tone: 'error', word: 'Failed' },
  canceled: { tone: 'error', word: 'Canceled' },
};

const PENDING_POLL_MS = 2_000;

/** Past refunds, and the form for another. Shows nothing for an unpaid order. */
export function RefundSection({ order }: { order: AdminOrder }) {
  /** Null until the form has been opened; once it closes, the button takes the focus back. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const money = useQuery({
    ...refundsOf(order.id),
    refetchInterval: ({ state }) => (isPending(state.data) ? PENDING_POLL_MS : false),
  });
  /** Kept when the form closes, so a refund whose response was lost isn't made twice. New after a rejection. */
  const [refundId, setRefundId] = useState(newId);
  const stored = money.data?.refunds.find(({ id }) => id === refundId);
  if (stored && (!isOpen || hasFailed(stored.state))) setRefundId(newId());
  useRefreshOnNews(money.data);
  // A failed poll must not take away what is typed in the form.
  if (!money.data) return <LoadFailure query={money} title="The refunds could not be loaded" />;
  const { captured, refunds, lost, refundable, disputed } = money.data;
  const offer = refundOfferOf(order, money.data);
  if (captured === 0 && !offer) return null;
  return (
    <section aria-label="Refunds">
      <h3 className="mb-2 text-lg">Refunds</h3>
      <BriefLoadFailure query={money} what="The refunds" />
      {disputed && (
        <Notice tone="warn" className="mb-3" title="The buyer has disputed this payment">
          While the bank decides, nothing can be refunded here. The tickets stay valid.
        </Notice>
      )}
      {lost > 0 && !disputed && (
        <p className="mb-3 text-fg-2">The buyer’s bank took back {formatUsd(lost)} in a dispute.</p>
      )}
      {refunds.length > 0 && (
        <ul className="mb-3 divide-y divide-line border-y border-line">
          {refunds.map((one) => (
            <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-2 py-2.5">
              <span>
                <strong className="even-figures">{formatUsd(one.amount)}</strong>{' '}
                <Badge tone={STATES[one.state].tone}>{STATES[one.state].word}</Badge>
                {one.note && <span className="block text-sm text-fg-2">{one.note}</span>}
              </span>
              <span className="text-sm text-fg-2">
                {instantText(one.createdAt)} · {one.requestedBy}
              </span>
            </li>
          ))}
        </ul>
      )}
      {offer && !isOpen && (
        <Button
          variant="secondary"
          size="sm"
          // Not removed, because it would take the focus when it comes back.
          hidden={money.error !== null}
          autoFocus={isOpen === false}
          onClick={() => setOpen(true)}
        >
          <Undo2 aria-hidden="true" />
          {offer === 'cancel' ? 'Cancel seats…' : 'Refund…'}
        </Button>
      )}
      {isOpen && (
        <RefundForm
          order={order}
          refundable={refundable}
          refundId={refundId}
          onNextId={() => setRefundId(newId())}
          onClose={() => setOpen(false)}
        />
      )}
      {captured > 0 && refundable === 0 && refunds.length === 0 && lost === 0 && !disputed && (
        <p className="text-fg-2">Nothing to refund.</p>
      )}
    </section>
  );
}

/**
 * What staff can do with the order's money and seats. Without money left, because it was free or the bank gave all of it
 * back, only its seats can be canceled.
 */
export function refundOfferOf(
  order: Pick<AdminOrder, 'paymentStatus' | 'teamMemberCount' | 'seatsReturned'>,
  money: Pick<OrderRefunds, 'refundable' | 'disputed' | 'refunds'>,
): 'refund' | 'cancel' | null {
  if (money.refundable > 0) return 'refund';
  const isDecided = !money.disputed && !isPending(money);
  return isDecided && isPaid(order.paymentStatus) && countSeats(order) > 0 ? 'cancel' : null;
}

/**
 * Tickets end and seats become free when the provider has paid the refund, not when staff request it. So a refund's
 * change of state makes all related data stale, even if nobody saw it pending.
 */
function useRefreshOnNews(money: OrderRefunds | undefined) {
  const client = useQueryClient();
  const present = money && JSON.stringify(money.refunds.map(({ id, state }) => [id, state]));
  const seen = useRef(present);
  useEffect(() => {
    const before = seen.current;
    seen.current = present;
    if (before === undefined || before === present) return;
    for (const path of ORDER_LISTS) void client.invalidateQueries({ queryKey: [path] });
  }, [client, present]);
}

const newId = () => crypto.randomUUID();

function isPending(money: Pick<OrderRefunds, 'refunds'> | undefined): boolean {
  return money?.refunds.some(({ state }) => state === 'pending') ?? false;
}
