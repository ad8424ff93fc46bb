import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { deleteRegistration, listAttendees } from '#contract/admin.ts';
import { listRefunds, refundOrder } from '#contract/refunds.ts';
import { registrationNumber } from '#domain/codes.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';

interface Person {
  readonly id: number;
  readonly isOrganizer: boolean;
}

/**
 * Deletes a person of an order. With the last one goes the reason for the payment, so staff choose whether it goes back:
 * `question` asks them and belongs into the dialog. Until the order is known nothing can be deleted.
 */
export function useDeletion(person: Person, orderId: number) {
  const params = { id: String(orderId) };
  const people = useQuery({
    queryKey: [listAttendees.path, orderId],
    queryFn: ({ signal }) => call(listAttendees, { params, signal }),
  });
  const money = useQuery({
    queryKey: [listRefunds.path, orderId],
    queryFn: ({ signal }) => call(listRefunds, { params, signal }),
  });
  const [choice, setChoice] = useState<'keep' | 'refund'>('keep');
  // Made once: a second press is the same refund.
  const [refundId] = useState(() => crypto.randomUUID());
  const isLast = people.data?.length === 1;
  const refundable = isLast ? (money.data?.refundable ?? 0) : 0;
  const refunds = choice === 'refund' && refundable > 0;
  const error = people.error ?? money.error;
  const retry = () => {
    void people.refetch();
    void money.refetch();
  };
  return {
    isReady: people.data !== undefined && money.data !== undefined,
    refunds,
    run: async () => {
      if (refunds)
        await call(refundOrder, { params, body: { refundId, amount: refundable, reason: 'buyer' } });
      return call(deleteRegistration, {
        params: { id: String(person.id) },
        query: { organizer: person.isOrganizer ? 'true' : undefined },
      });
    },
    question: error ? (
      <LoadFailure title="The order could not be loaded" error={error} onRetry={retry} />
    ) : !(people.data && money.data) ? (
      <Spinner label="Loading the order" />
    ) : (
      isLast && (
        <>
          <p>
            <strong>Nobody else is left in order {registrationNumber(event.shortCode, orderId)}.</strong>{' '}
            {money.data.disputed &&
              'The buyer has disputed the payment, so nothing can be refunded while the bank decides.'}
          </p>
          {refundable > 0 && (
            <RadioCards
              legend={`What happens to the ${formatUsd(refundable)} that was paid?`}
              name="money"
              value={choice}
              onChange={(change) => setChoice(change.target.value === 'refund' ? 'refund' : 'keep')}
              options={[
                {
                  value: 'keep',
                  label: 'Keep it',
                  description: 'The order stays paid and keeps its seats. You can name somebody else.',
                },
                {
                  value: 'refund',
                  label: `Refund ${formatUsd(refundable)}`,
                  description:
                    'The money goes back to the buyer, who is told by mail. The order ends and its seats become free.',
                },
              ]}
            />
          )}
        </>
      )
    ),
  };
}
