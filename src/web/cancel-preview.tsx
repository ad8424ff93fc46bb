import type { ReactNode } from 'react';
import { refunds } from '#content/refunds.ts';
import { CANCEL_WORDS, endsWhenWords, nothingBackWords } from '#contract/words/cancel.ts';
import { type Named, nameAmong } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import type { CancelOutcome, NothingBack } from '#domain/refund.ts';

interface CancelPreviewProps {
  outcome: CancelOutcome;
  nothingBack: NothingBack | null;
  people: readonly (Named & { readonly id: number })[];
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
      <p id={id} className="font-semibold">
        {/* Announced whenever the choice changes. Without one it is blank: a cancellation clears the choice, too. */}
        <span role="status">{isAnything && amountWords(outcome, nothingBack, REFUND[reader])}</span>
        {!isAnything && CANCEL_WORDS.nothingChosen}
      </p>
      {isAnything && <Consequences outcome={outcome} people={people} isPaidOrder={isPaidOrder} />}
    </div>
  );
}

function amountWords({ amount }: CancelOutcome, nothingBack: NothingBack | null, refund: string): string {
  if (amount > 0) return `${refund}: ${formatUsd(amount)}`;
  return `There is no refund.${nothingBack ? ` ${nothingBackWords(nothingBack, refunds)}` : ''}`;
}

function Consequences({
  outcome,
  people,
  isPaidOrder,
}: Pick<CancelPreviewProps, 'outcome' | 'people' | 'isPaidOrder'>) {
  const ending = people.filter(({ id }) => outcome.endingIds.includes(id));
  return (
    <dl className="even-figures mt-3 grid gap-x-4 gap-y-1.5 text-md sm:grid-cols-[auto_1fr]">
      {isPaidOrder && <Line term="New order total">{formatUsd(outcome.costsAfterwards)}</Line>}
      <Line term="Seats remaining">{`${outcome.seatsLeft} of ${outcome.seats + outcome.seatsLeft}`}</Line>
      <Line term="Tickets to be canceled">
        <span>{ending.length === 0 ? 'None' : ending.map((one) => nameAmong(one, people)).join(', ')}</span>
        {ending.length > 0 && (
          <span className="block font-normal text-fg-2">{endsWhenWords(outcome.amount, ending.length)}</span>
        )}
      </Line>
    </dl>
  );
}

const REFUND = { buyer: 'Your refund', staff: 'Refund to the buyer' } as const;

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{term}</dt>
      <dd className="font-semibold wrap-anywhere max-sm:mb-1.5">{children}</dd>
    </>
  );
}
