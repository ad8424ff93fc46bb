import { expect, test } from 'vitest';
import type { Verdict } from '#domain/admission.ts';
import { verdictWords } from './door.ts';

test.each<[Verdict, string]>([
  [{ kind: 'admit' }, 'This ticket is valid.'],
  [
    {
      kind: 'already_checked_in',
      at: new Date('2025-09-20T14:05:00Z'),
      door: null,
      by: 'door@summit.example',
    },
    'Already checked in at 8:05 AM by door@summit.example.',
  ],
  [
    { kind: 'already_checked_in', at: new Date('2025-09-20T14:05:00Z'), door: 'Main entrance', by: 'Maria' },
    'Already checked in at 8:05 AM, Main entrance, by Maria.',
  ],
  [
    { kind: 'replaced', at: new Date('2025-09-12T14:05:00Z'), because: 'given_away' },
    'This ticket was given to someone else on September 12. Please send the guest to the help desk.',
  ],
  [{ kind: 'wrong_day', validOn: ['2025-09-20'] }, 'This ticket is for September 20.'],
  [{ kind: 'wrong_day', validOn: ['2025-09-19', '2025-09-20'] }, 'This ticket is for September 19–20.'],
  [{ kind: 'not_paid', paymentStatus: 'refunded' }, 'This ticket was refunded.'],
  [{ kind: 'not_paid', paymentStatus: 'voided' }, 'This ticket was canceled.'],
  [{ kind: 'not_paid', paymentStatus: 'failed' }, 'This ticket has not been paid for.'],
])('%j: %s', (verdict, sentence) => {
  expect(verdictWords(verdict, 'America/Denver')).toBe(sentence);
});
