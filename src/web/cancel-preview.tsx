import type { ReactNode } from 'react';
import { refunds } from '#content/refunds.ts';
import { CANCEL_WORDS, endsWhenWords, nothingBackWords } from '#contract/words/cancel.ts';
import { formatUsd } from '#domain/money.ts';
import type { CancelOutcome, NothingBack } from '#domain/refund.ts';

interface CancelPreviewProps {
  outcome: CancelOutcome;
  nothingBack: NothingBack | null;
  people: readonly { readonly id: number; readonly firstName: string; readonly lastName: string }[];
  /** Money was paid for the order. */
  isPaidOrder: boolean;
  reader: 'buyer' | 'staff';
  id?: string;
}

/** Previews a cancellation before it is confirmed, worded for the buyer or for staff. */
export function CancelPreview({ outcome, nothingBack, people, isPaidOrder, reader, id }: CancelPreviewProps) {
  const isAnything = outcome.amount > 0 || outcome.seats > 0;
  return (
    <div className="rounded-button bg-sunken p-4">
      {/* Announced whenever the choice changes. */}
      <p id={id} role="status" className="font-semibold">
        {isAnything ? amountWords(outcome, nothingBack, WORDS[reader].back) : CANCEL_WORDS.nothingChosen}
      </p>
      {isAnything && (
        <Consequences outcome={outcome} people={people} costs={isPaidOrder ? WORDS[reader].costs : null} />
      )}
    </div>
  );
}

function amountWords({ amount }: CancelOutcome, nothingBack: NothingBack | null, back: string): string {
  if (amount > 0) return `${back}: ${formatUsd(amount)}`;
  return `No money is returned.${nothingBack ? ` ${nothingBackWords(nothingBack, refunds)}` : ''}`;
}

function Consequences({
  outcome,
  people,
  costs,
}: {
  outcome: CancelOutcome;
  people: CancelPreviewProps['people'];
  costs: string | null;
}) {
  const ending = people.filter(({ id }) => outcome.endingIds.includes(id));
  return (
    <dl className="even-figures mt-3 grid gap-x-4 gap-y-1.5 text-md sm:grid-cols-[auto_1fr]">
      {costs && <Line term={costs}>{formatUsd(outcome.costsAfterwards)}</Line>}
      <Line term="Seats afterwards">
        {outcome.seatsLeft} of {outcome.seats + outcome.seatsLeft}
      </Line>
      <Line term="Tickets that end">
        {ending.length === 0 ? 'None' : ending.map((one) => `${one.firstName} ${one.lastName}`).join(', ')}
        {ending.length > 0 && (
          <span className="block font-normal text-fg-2">{endsWhenWords(outcome.amount, ending.length)}</span>
        )}
      </Line>
    </dl>
  );
}

const WORDS = {
  buyer: { back: 'You get back', costs: 'Your order then costs' },
  staff: { back: 'Goes back to the buyer', costs: 'The order then costs' },
} as const;

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{term}</dt>
      <dd className="font-semibold wrap-anywhere max-sm:mb-1.5">{children}</dd>
    </>
  );
}
