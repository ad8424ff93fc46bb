import { useEffect, useRef } from 'react';
import type { cancelSeats } from '#contract/cancel.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatUsd } from '#domain/money.ts';
import { hasFailed } from '#domain/order.ts';
import { Notice } from '../ui/notice.tsx';

type Done = ParsedOf<typeof cancelSeats.response>;

/** The result of a cancellation, in place of the question. */
export function CancelResult({ done }: { done: Done }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { tone, title, text } = resultWords(done);
  return (
    <Notice ref={box} tabIndex={-1} tone={tone} title={title}>
      {text}
    </Notice>
  );
}

/** Until the provider has paid the refund, tickets stay valid and seats aren't canceled. */
export function resultWords({ amount, seats, state }: Omit<Done, 'cancellation'>): {
  tone: 'ok' | 'info' | 'error';
  title: string;
  text: string;
} {
  const what = seats === 1 ? 'The seat is canceled' : `${seats} seats are canceled`;
  const refund = formatUsd(amount);
  if (state === null)
    return { tone: 'ok', title: what, text: 'There is no refund. We have sent you an email.' };
  if (state === 'succeeded')
    return {
      tone: 'ok',
      title: `${what}, and ${refund} was refunded`,
      text: 'The refund goes to the card or account that you paid with; most banks show it within 5 to 10 days. We have sent you an email.',
    };
  if (hasFailed(state))
    return {
      tone: 'error',
      title: `The refund of ${refund} did not go through`,
      text: 'Nothing was canceled, and your tickets are still valid. We are looking into it and will email you.',
    };
  return {
    tone: 'info',
    title: `Your refund of ${refund} is on its way`,
    text: 'The payment provider has not confirmed it yet. The tickets will be canceled as soon as it does, and we will send you an email.',
  };
}
