import type { ReactNode } from 'react';
import { refunds } from '#content/refunds.ts';
import { nothingBackWords } from '#contract/words/cancel.ts';
import { formatUsd } from '#domain/money.ts';
import type { CancelOutcome, NothingBack } from '#domain/refund.ts';

/** What a cancellation does, before anybody confirms it; for its buyer and for staff, each in their words. */
export function CancelPreview({
  outcome,
  nothingBack,
  people,
  isPaidOrder,
  reader,
}: {
  outcome: CancelOutcome;
  nothingBack: NothingBack | null;
  people: readonly { readonly id: number; readonly firstName: string; readonly lastName: string }[];
  /** Money was paid for the order. */
  isPaidOrder: boolean;
  reader: 'buyer' | 'staff';
}) {
  const ending = people.filter(({ id }) => outcome.endingIds.includes(id));
  const words = WORDS[reader];
  const seats = outcome.seats + outcome.seatsLeft;
  return (
    <div className="rounded-button bg-sunken p-4">
      {/* Read out whenever the choice changes. */}
      <p role="status" className="font-semibold">
        {outcome.amount > 0
          ? `${words.back}: ${formatUsd(outcome.amount)}`
          : `No money is returned.${nothingBack && outcome.seats > 0 ? ` ${nothingBackWords(nothingBack, refunds)}` : ''}`}
      </p>
      <dl className="even-figures mt-3 grid gap-x-4 gap-y-1.5 text-md sm:grid-cols-[auto_1fr]">
        {isPaidOrder && <Line term={words.costs}>{formatUsd(outcome.costsAfterwards)}</Line>}
        <Line term="Seats afterwards">
          {outcome.seatsLeft} of {seats}
        </Line>
        <Line term="Tickets that end">
          {ending.length === 0 ? 'None' : ending.map((one) => `${one.firstName} ${one.lastName}`).join(', ')}
        </Line>
      </dl>
    </div>
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
