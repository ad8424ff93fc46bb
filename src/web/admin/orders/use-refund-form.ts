import * as z from 'zod/mini';
import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import type { Cancellation, SeenPerson } from '#contract/cancel.ts';
import { refundOrder } from '#contract/refunds.ts';
import { fullName } from '#domain/attendee.ts';
import { type Cents, dollarsFromCents, formatUsd } from '#domain/money.ts';
import { amountByRule, chosenSeats, type SeatChoice } from '#domain/refund.ts';
import { now } from '../../clock.ts';
import { seenOf } from '../../seen-of.ts';
import { useCallForm } from '../../use-call-form.ts';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';

const FIELDS = ['registrationIds', 'freeSeats', 'amount', 'note'] as const;

/**
 * The form of a refund: the chosen seats and the amount, which the rule suggests and staff can change. While staff have
 * yet to decide which seats a refund made elsewhere was for, nothing is suggested: that money is back already.
 */
export function useRefundForm(refundId: string, refundable: Cents, facts: Cancellation) {
  const { freeSeats: unnamed, isRefundedElsewhere } = facts;
  // Somebody who has left the order since has no checkbox to untick.
  const ticked = (keys: readonly string[]) =>
    facts.people.filter((one) => keys.includes(keyOf(one))).map(({ id }) => id);
  const form = useCallForm({
    schema: refundWithin(refundable, unnamed),
    initial: {
      refundId,
      registrationIds: [] as string[],
      freeSeats: '0',
      amount: dollarsFromCents(isRefundedElsewhere ? 0 : refundable),
      note: '',
    },
    fields: FIELDS,
    read: ({ registrationIds: chosen, freeSeats, amount, ...rest }) => {
      const registrationIds = ticked(chosen);
      const people = seenOf(facts, { registrationIds, freeSeats: 0 });
      return {
        ...rest,
        registrationIds,
        freeSeats: typedCount(freeSeats) ?? 0,
        amount: typedCents(amount),
        seen: { refundable, ...(people.length > 0 && { people }) },
      };
    },
  });
  const {
    id: _,
    error: __,
    ...checkbox
  } = form.field('registrationIds', { onChange: () => suggestAmount() });
  const choiceNow = (): SeatChoice | null => {
    const { registrationIds, freeSeats } = form.form.getValues();
    const seats = typedCount(freeSeats) ?? 0;
    return seats <= unnamed ? { registrationIds: ticked(registrationIds), freeSeats: seats } : null;
  };
  const byRule = (choice: SeatChoice) =>
    amountByRule(facts, refunds, { zone: event.zone, now: now() }, choice);
  const suggestAmount = () => {
    const choice = choiceNow();
    if (!choice) return;
    const share = chosenSeats(choice) === 0 ? refundable : byRule(choice).amount;
    const amount = dollarsFromCents(isRefundedElsewhere ? 0 : Math.min(share, refundable));
    form.form.setValue('amount', amount, { shouldDirty: true, shouldValidate: form.attempt > 0 });
  };
  form.form.watch(['registrationIds', 'freeSeats']);
  const choice = choiceNow();
  const typed = typedCents(form.form.watch('amount'));
  const rule = choice && chosenSeats(choice) > 0 && !isRefundedElsewhere ? byRule(choice) : null;
  const advice = isRefundedElsewhere
    ? ' No amount is suggested, because a refund was made outside this site.'
    : rule && ` Under the refund policy: ${formatUsd(rule.amount)}.`;
  return { form, checkbox, suggestAmount, choice, typed, rule, advice };
}

/** The server's schema with this order's limits. */
function refundWithin(refundable: number, unnamed: number) {
  const amount = `Enter an amount from $0.00 to ${formatUsd(refundable)}`;
  const freeSeats = `Enter a number from 0 to ${unnamed}`;
  return z.safeExtend(refundOrder.body, {
    amount: z.int(amount).check(z.gte(0, amount), z.lte(refundable, amount)),
    freeSeats: z.int(freeSeats).check(z.lte(unnamed, freeSeats)),
  });
}

/** Somebody who takes over a ticket in the meantime isn't ticked. */
export function keyOf(person: SeenPerson): string {
  return `${person.id} ${fullName(person)}`;
}
