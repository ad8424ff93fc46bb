import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { listPaymentCases, type PaymentCase, resolvePaymentCase } from '#contract/refunds.ts';
import { formatInstant } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import type { CaseKind } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { ORDER_LISTS, useAction } from '../use-action.ts';

const POLL_MS = 30_000;

const WORDS: Record<CaseKind, string> = {
  payment_mismatch: 'A payment does not match its order',
  payment_without_order: 'A payment belongs to no order that is left',
  refund_failed: 'A refund did not reach the buyer',
  dispute_lost: 'A dispute was lost',
  provider_silent: 'The payment provider gives no answer',
  capacity_drift: 'The seats do not add up',
};

type Decision = 'accept' | 'refund' | 'dismiss';
const DECISIONS: Record<Decision, { label: string; means: string }> = {
  accept: { label: 'Accept', means: 'The order counts as paid and gets its tickets, if there are seats.' },
  refund: { label: 'Refund', means: 'Everything that was captured goes back to the buyer.' },
  dismiss: { label: 'Dismiss', means: 'It was settled by other means. Only the case is closed.' },
};

/** What wants a person, above the orders; nothing when there is nothing. */
export function PaymentCases() {
  const cases = useQuery({
    queryKey: [listPaymentCases.path],
    queryFn: ({ signal }) => call(listPaymentCases, { signal }),
    refetchInterval: POLL_MS,
  });
  if (cases.error) {
    return (
      <LoadFailure
        className="mb-4"
        title="What wants a decision could not be loaded"
        error={cases.error}
        onRetry={() => void cases.refetch()}
      />
    );
  }
  const open = cases.data?.filter((one) => one.resolvedAt === null) ?? [];
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" className="mb-4" title={`${open.length} to decide`}>
      <ul className="mt-2 divide-y divide-line">
        {open.map((one) => (
          <Case key={one.id} one={one} />
        ))}
      </ul>
    </Notice>
  );
}

function Case({ one }: { one: PaymentCase }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const decisions: Decision[] = one.orderId === null ? ['dismiss'] : ['accept', 'refund', 'dismiss'];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5">
      <span>
        <strong>{WORDS[one.kind]}</strong>
        <span className="block text-sm">
          {one.orderId !== null && `${registrationNumber(event.shortCode, one.orderId)} · `}
          {formatInstant(event.zone, new Date(one.openedAt))}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        {decisions.map((decision) => (
          <Button key={decision} size="sm" variant="secondary" onClick={() => setAsked(decision)}>
            {DECISIONS[decision].label}
            <span className="sr-only">: {WORDS[one.kind]}</span>
          </Button>
        ))}
      </span>
      {asked && <Confirm one={one} decision={asked} onClose={() => setAsked(null)} />}
    </li>
  );
}

function Confirm({ one, decision, onClose }: { one: PaymentCase; decision: Decision; onClose: () => void }) {
  const action = useAction({
    run: () => call(resolvePaymentCase, { params: { id: String(one.id) }, body: { decision } }),
    refreshes: [...ORDER_LISTS, listPaymentCases.path],
    success: () => ({ title: 'Case Resolved', description: WORDS[one.kind] }),
    failed: { title: 'Not Resolved', otherwise: 'Failed to resolve the case' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`${DECISIONS[decision].label}?`}
      confirmLabel={DECISIONS[decision].label}
      busyLabel="Deciding"
      tone={decision === 'refund' ? 'danger' : 'primary'}
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>{DECISIONS[decision].means}</p>
    </ConfirmAction>
  );
}
