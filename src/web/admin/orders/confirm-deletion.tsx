import { useState } from 'react';
import { event } from '#content/event.ts';
import type { OrderRefunds } from '#contract/refunds.ts';
import { deleteRegistration } from '#contract/registrations.ts';
import { fullName } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { formatUsd } from '#domain/money.ts';
import { ApiError, call } from '../../api.ts';
import { isUnconfirmed } from '../../api-errors.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { isGone } from '../actions/use-action.ts';
import { ORDER_LISTS, useOrderContents } from './order-queries.ts';
import { RefundRejected, requestRefund } from './request-refund.ts';

interface Person {
  readonly id: number;
  readonly orderId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isOrganizer: boolean;
}

/**
 * Asks before a person of an order is deleted. With an order's last person, staff choose whether to refund the order,
 * too. Nothing can be deleted until the order has loaded.
 */
export function ConfirmDeletion({
  person,
  title,
  verb,
  noun,
  busyLabel,
  success,
  failed,
  onClose,
}: {
  person: Person;
  title: string;
  /** Labels the button: “Delete registration”, or “Refund and delete”. */
  verb: string;
  noun: string;
  busyLabel: string;
  success: { readonly title: string; readonly description: string };
  failed: { readonly title: string; readonly otherwise: string };
  onClose: () => void;
}) {
  const { orderId } = person;
  // As staff were asked: whoever gets the ticket meanwhile isn't meant.
  const [{ firstName, lastName, email }] = useState(person);
  const name = fullName({ firstName, lastName });
  const contents = useOrderContents(orderId);
  const { people, money } = contents;
  const [isRefundChosen, setRefundChosen] = useState(false);
  // Kept, so that pressing twice makes one refund.
  const [refundId, setRefundId] = useState(() => crypto.randomUUID());
  const found = people?.find(({ id }) => id === person.id);
  const isAsShown = found?.firstName === firstName && found.lastName === lastName && found.email === email;
  const isLast = people?.length === 1;
  const amount = isLast ? (money?.refundable ?? 0) : 0;
  const isRefunded = isRefundChosen && amount > 0;
  const refundAndDelete = async () => {
    if (isRefunded) {
      const people = [{ id: person.id, firstName, lastName, email }];
      const refund = { refundId, amount, reason: 'buyer', seen: { refundable: amount, people } } as const;
      await requestRefund(orderId, refund).catch((error) => {
        if (error instanceof RefundRejected) setRefundId(crypto.randomUUID());
        throw error;
      });
    }
    return call(deleteRegistration, {
      params: { id: String(person.id) },
      query: { organizer: person.isOrganizer ? 'true' : undefined },
      body: { seen: { firstName, lastName, email } },
    }).catch((error) => {
      throw isRefunded && !isUnconfirmed(error)
        ? new OnlyRefunded(error, noun, `${verb.toLowerCase()}d`)
        : error;
    });
  };
  return (
    <ConfirmAction
      title={title}
      confirmLabel={isRefunded ? `Refund and ${verb.toLowerCase()}` : `${verb} ${noun}`}
      busyLabel={busyLabel}
      // Otherwise a refund would be made, and only the deletion refused.
      isReady={contents.data !== undefined && isAsShown}
      run={refundAndDelete}
      refreshes={ORDER_LISTS}
      success={() => success}
      failed={failed}
      unconfirmed={isRefunded ? REFUND_UNCONFIRMED : undefined}
      row={{ list: 'registrations', id: person.id }}
      removes
      onClose={onClose}
    >
      <p>
        The ticket stops working.{' '}
        {!isRefunded &&
          'No one is notified by email. The seat stays in the order and can be given to someone else.'}
      </p>
      {person.isOrganizer && (
        <p>
          <strong>{name} is the organizer of the order.</strong> {!isRefunded && 'The order itself stays.'}
        </p>
      )}
      {isAsShown && found.checkIns.length > 0 && (
        <p>{name} has checked in. That check-in will be deleted, too.</p>
      )}
      <LoadFailure query={contents} title="The order could not be loaded" />
      {!contents.error && !contents.data && <Spinner label="Loading the order" />}
      {people && !isAsShown && (
        <Notice tone="warn">
          Someone else has changed this person’s details in the meantime. Close this and check the list again.
        </Notice>
      )}
      {isLast && money && (
        <LastPerson orderId={orderId} money={money} isRefunded={isRefunded} onChoose={setRefundChosen} />
      )}
    </ConfirmAction>
  );
}

/** Otherwise staff would read only the reason, and think that nothing was done. */
class OnlyRefunded extends ApiError {
  constructor(error: ApiError, noun: string, deleted: string) {
    const { status, code, sentence } = error;
    const rest = isGone(error)
      ? `The ${noun} was already ${deleted}.`
      : `But the ${noun} was not ${deleted}: ${sentence}`;
    const message = `The refund was requested. ${rest}`;
    super(status, message, { message, ...(code !== 'unreachable' && { code }) });
  }
}

const REFUND_UNCONFIRMED = {
  title: 'Not Confirmed',
  otherwise: 'The refund may have been made. Trying again won’t make a second refund.',
};

function LastPerson({
  orderId,
  money: { refundable, disputed },
  isRefunded,
  onChoose,
}: {
  orderId: number;
  money: OrderRefunds;
  isRefunded: boolean;
  onChoose: (isRefunded: boolean) => void;
}) {
  return (
    <>
      <p>
        <strong>No one else is left in order {registrationNumber(event.shortCode, orderId)}.</strong>{' '}
        {disputed && 'The buyer has disputed the payment, so nothing can be refunded while the bank decides.'}
      </p>
      {refundable > 0 && (
        <RadioCards
          legend={`What happens to the ${formatUsd(refundable)} that was paid?`}
          name="money"
          value={isRefunded ? 'refund' : 'keep'}
          onChange={(change) => onChoose(change.target.value === 'refund')}
          options={[
            {
              value: 'keep',
              label: 'Keep the payment',
              description: 'The order stays paid and keeps its seats. You can name someone else.',
            },
            {
              value: 'refund',
              label: `Refund ${formatUsd(refundable)}`,
              description:
                'The refund goes to the buyer, who is notified by email. The order ends and its seats are released.',
            },
          ]}
        />
      )}
    </>
  );
}
