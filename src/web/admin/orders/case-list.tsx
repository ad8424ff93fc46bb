import { useState } from 'react';
import { event } from '#content/event.ts';
import { type PaymentCase, resolvePaymentCase } from '#contract/refunds.ts';
import { BEING_REFUNDED } from '#contract/words/cases.ts';
import { counted } from '#contract/words/counted.ts';
import { registrationNumber } from '#domain/codes.ts';
import type { CaseDecision } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { instantText } from '../instant-text.ts';
import { CASE_WORDS, DECISIONS, meansOf, reasonOf } from './case-words.ts';
import { OrderLink } from './order-link.tsx';
import { ORDER_LISTS } from './order-queries.ts';

/** The case as it was when staff were asked. */
interface Question {
  readonly one: PaymentCase;
  readonly decision: CaseDecision;
}

/** Open cases with their decisions; settled ones are collapsed. */
export function CaseList({ cases }: { cases: readonly PaymentCase[] }) {
  // Above the lists: a case that is settled meanwhile takes away neither the dialog nor its note.
  const [asked, setAsked] = useState<Question | null>(null);
  const open = cases.filter((one) => one.resolvedAt === null);
  const settled = cases.filter((one) => one.resolvedAt !== null);
  return (
    <>
      {open.length > 0 && (
        <Notice tone="warn" className="mb-4" title={titleOf(open)}>
          <ul className="mt-2 divide-y divide-line">
            {open.map((one) => (
              <li key={one.id} className="flex flex-col gap-3 py-3">
                <CaseFacts one={one} />
                <CaseDecisions one={one} onAsk={setAsked} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {settled.length > 0 && (
        <details className="mb-4">
          <summary className="min-h-11 content-center rounded-chip px-1 font-semibold text-accent">
            Resolved cases ({settled.length})
          </summary>
          <ul className="mt-2 divide-y divide-line border-y border-line" aria-label="Resolved cases">
            {settled.map((one) => (
              <li key={one.id} className="py-3">
                <CaseFacts one={one} />
                <Outcome one={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {asked && (
        // What it would refund follows the list, which may be refreshed after the click.
        <Confirm
          {...asked}
          one={open.find(({ id }) => id === asked.one.id) ?? asked.one}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Cases without decisions close by themselves. */
function titleOf(open: readonly PaymentCase[]): string {
  const toDecide = open.filter(({ decisions }) => decisions.length > 0).length;
  return toDecide > 0
    ? `${counted(toDecide, 'case needs', 'cases need')} a decision`
    : 'For your information: no decision needed';
}

function CaseFacts({ one }: { one: PaymentCase }) {
  const { order, orderId } = one;
  return (
    <div className="min-w-0 wrap-anywhere">
      <strong>{CASE_WORDS[one.kind]}</strong>
      <span className="block">
        {reasonOf(one)}
        {one.isBeingRefunded && ` ${BEING_REFUNDED}`}
      </span>
      <span className="block text-sm">
        {order && orderId !== null && (
          <>
            <OrderLink id={orderId} />
            {` · ${order.buyer} · ${order.email} · `}
          </>
        )}
        {!order && orderId !== null && `${registrationNumber(event.shortCode, orderId)} (deleted) · `}
        {instantText(one.openedAt)}
      </span>
    </div>
  );
}

function Outcome({ one }: { one: PaymentCase }) {
  return (
    <p className="mt-1 text-sm wrap-anywhere text-fg-2">
      {one.decision ? `${DECISIONS[one.decision].done} by ${one.resolvedBy}` : 'Closed automatically'}
      {one.resolvedAt && `, ${instantText(one.resolvedAt)}`}
      {one.note && <span className="block whitespace-pre-line">“{one.note}”</span>}
    </p>
  );
}

function CaseDecisions({ one, onAsk }: { one: PaymentCase; onAsk: (question: Question) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {one.decisions.map((decision) => (
        <Button key={decision} size="sm" variant="secondary" onClick={() => onAsk({ one, decision })}>
          {DECISIONS[decision].label}
          <span className="sr-only">: {CASE_WORDS[one.kind]}</span>
        </Button>
      ))}
    </div>
  );
}

function Confirm({ one, decision, onClose }: Question & { onClose: () => void }) {
  const [note, setNote] = useState('');
  // A refund that is no longer offered is refused.
  const shown = one.refund ?? { amount: 0, isWhole: false, seats: 0 };
  const body = { decision, note, ...(decision === 'refund' && shown) };
  return (
    <ConfirmAction
      title={`${DECISIONS[decision].label}?`}
      confirmLabel={DECISIONS[decision].label}
      busyLabel="Saving"
      tone={decision === 'refund' ? 'danger' : 'primary'}
      run={() => call(resolvePaymentCase, { params: { id: String(one.id) }, body })}
      refreshes={ORDER_LISTS}
      success={() => ({ title: 'Case Resolved', description: CASE_WORDS[one.kind] })}
      failed={{ title: 'Not Resolved', otherwise: 'Failed to resolve the case' }}
      unconfirmed={{ title: 'Not Confirmed', otherwise: 'The decision may have been carried out.' }}
      onClose={onClose}
    >
      <p>{reasonOf(one)}</p>
      <p>{meansOf(decision, one)}</p>
      <UnsavedWork when={note !== ''} />
      <TextareaField
        label="Note"
        optional
        hint="Kept with the case. Only staff see it."
        maxLength={500}
        value={note}
        onChange={(change) => setNote(change.target.value)}
      />
    </ConfirmAction>
  );
}
