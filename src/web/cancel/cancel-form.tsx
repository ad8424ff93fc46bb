import { Link } from '@tanstack/react-router';
import { refunds } from '#content/refunds.ts';
import type { Cancellation } from '#contract/cancel.ts';
import { PAGES } from '#contract/paths.ts';
import { CANCEL_WORDS, ruleWords } from '#contract/words/cancel.ts';
import { counted } from '#contract/words/counted.ts';
import { formatUsd } from '#domain/money.ts';
import { sentenceOf } from '../api.ts';
import { isUnconfirmed } from '../api-errors.ts';
import { CancelPreview } from '../cancel-preview.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/card.tsx';
import { ConfirmOnDemand } from '../ui/confirm-on-demand.tsx';
import { Notice } from '../ui/notice.tsx';
import { CancelResult } from './cancel-result.tsx';
import { SeatBoxes } from './seat-boxes.tsx';
import { confirmWords, seatBoxes } from './seat-choice.ts';
import { useCancel } from './use-cancel.ts';

const PREVIEW = 'cancel-preview';

/** The seats to choose, the preview, and the button. */
export function CancelForm({
  transactionId,
  cancellation,
}: {
  transactionId: string;
  cancellation: Cancellation;
}) {
  const { chosen, choose, choice, preview, sending, isAsked, setAsked } = useCancel(
    transactionId,
    cancellation,
  );
  const boxes = seatBoxes(cancellation);
  const seats = choice.registrationIds.length + choice.freeSeats;
  const label = confirmWords(seats, preview.amount > 0 ? formatUsd(preview.amount) : null);
  const closed = closedBecause(cancellation);
  const isFree = cancellation.captured === 0;
  // A refusal may leave none of the chosen seats, and with it no dialog.
  const isAsking = isAsked && seats > 0;
  const isUnsure = isUnconfirmed(sending.error);
  const failure = sending.error && (
    <Notice tone="error" title={isUnsure ? 'The cancellation is not confirmed' : undefined} className="mt-3">
      {sentenceOf(sending.error)}
      {isUnsure && ' The seats may have been canceled. Trying again will not cancel any others.'}
    </Notice>
  );
  return (
    <div className="mt-4 flex flex-col gap-6">
      {sending.data && !isAsked && <CancelResult key={sending.submittedAt} done={sending.data} />}
      {closed ? (
        <>
          {!sending.data && <Notice>{closed}</Notice>}
          <div className="flex flex-wrap gap-3">
            <WaysBack cancellation={cancellation} />
          </div>
        </>
      ) : (
        <>
          <p className="text-lg text-fg-2">
            {isFree
              ? 'Your order was free, so there is no refund.'
              : ruleWords(refunds, cancellation.bought.seats)}{' '}
            Canceled seats are released for others, and their tickets no longer work at the door.
          </p>
          <Card className="flex flex-col gap-5">
            <SeatBoxes
              boxes={boxes}
              chosen={chosen}
              onChoose={(keys) => {
                setAsked(false);
                choose(keys);
              }}
            />
            {!isAsking && failure}
            <CancelPreview
              outcome={preview}
              nothingBack={preview.nothingBack}
              people={cancellation.people}
              isPaidOrder={!isFree}
              reader="buyer"
              id={PREVIEW}
            />
            <div className="flex flex-wrap gap-3">
              <Button
                // A new button after each success, so that the closing dialog leaves the focus on the result.
                key={sending.data ? sending.submittedAt : 'first'}
                variant="danger"
                aria-disabled={seats === 0}
                aria-describedby={PREVIEW}
                onClick={() => setAsked(true)}
              >
                {seats === 0 ? 'Cancel seats' : label}
              </Button>
              <WaysBack cancellation={cancellation} />
            </div>
          </Card>
        </>
      )}
      {isAsking && (
        <ConfirmOnDemand
          title={seats === 1 ? 'Cancel this seat?' : `Cancel these ${seats} seats?`}
          confirmLabel={preview.amount > 0 ? `Cancel and get ${formatUsd(preview.amount)} back` : label}
          cancelLabel={seats === 1 ? 'Keep the seat' : 'Keep the seats'}
          tone="danger"
          busy={sending.isPending}
          busyLabel="Canceling"
          onConfirm={() => sending.mutate(undefined, { onSuccess: () => setAsked(false) })}
          onClose={() => {
            setAsked(false);
            if (!isUnsure) sending.reset();
          }}
        >
          <p>
            {preview.amount > 0
              ? `${formatUsd(preview.amount)} will be refunded to the card or account that you paid with.`
              : 'There is no refund.'}{' '}
            {endsWords(preview.endingIds.length)} This cannot be undone.
          </p>
          {failure}
        </ConfirmOnDemand>
      )}
    </div>
  );
}

/** Links a team to its page, where seats can be named instead of canceled. */
function WaysBack({
  cancellation: { transactionId, bought, people, freeSeats },
}: {
  cancellation: Cancellation;
}) {
  return (
    <>
      <Link to={PAGES.confirmation} params={{ transactionId }} className={buttonClass('secondary', 'md')}>
        Back to your order
      </Link>
      {bought.seats > 1 && people.length + freeSeats > 0 && (
        <Link to={PAGES.team} params={{ transactionId }} className={buttonClass('quiet', 'md')}>
          See your team
        </Link>
      )}
    </>
  );
}

/** Why nothing can be canceled; null if something can. */
function closedBecause(cancellation: Cancellation): string | null {
  const { people, freeSeats, isDisputed, isRefundedElsewhere, isPast } = cancellation;
  if (people.length + freeSeats === 0)
    return 'Every seat in this order has been canceled, or is being refunded.';
  if (isPast) return 'The event is over, so nothing can be canceled.';
  if (isDisputed) return CANCEL_WORDS.disputed;
  return isRefundedElsewhere ? CANCEL_WORDS.refundedElsewhere : null;
}

function endsWords(tickets: number): string {
  if (tickets === 0) return '';
  return `${counted(tickets, 'ticket')} will be canceled.`;
}
