import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ValidTicket } from '#contract/my-ticket.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { HolderForm } from './holder-form.tsx';

/** The form's notice, what describes its button, and whether that is disabled, while somebody else is typed. */
function givingAway({ isIn }: { isIn: boolean }) {
  setBoot(sampleLanding.boot);
  const { registrationNumber, eventType } = sampleOrder();
  const person = sampleRegistration();
  const ticket = { ...person, state: 'valid', registrationNumber, eventType, isIn } as ValidTicket;
  const form = createElement(HolderForm, { pageKey: 'M1', ticket, isGivenAway: true, onClose: () => {} });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, form));
  const [, noticeId, notice] = /<p id="([^"]+)" role="status"[^>]*>([^<]*)</.exec(html)!;
  const button = /<button[^>]* type="submit"[^>]*>/.exec(html)![0];
  return {
    notice,
    isDescribed: button.includes(`aria-describedby="${noticeId}"`),
    isDisabled: button.includes('aria-disabled="true"'),
  };
}

test('a holder who is checked in reads why the ticket cannot be given away, and how to correct it', () => {
  expect(givingAway({ isIn: true })).toEqual({
    notice:
      'You are checked in, so this ticket can no longer be given to someone else. To correct your details, change the name or the email, not both at once.',
    isDescribed: true,
    isDisabled: true,
  });
  expect(givingAway({ isIn: false })).toEqual({
    notice: expect.stringMatching(/^This is another person\. /),
    isDescribed: false,
    isDisabled: false,
  });
});
