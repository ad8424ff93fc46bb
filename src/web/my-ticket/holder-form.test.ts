import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ValidTicket } from '#contract/my-ticket.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import type { usePersonForm } from '../person-form.tsx';
import { HolderForm } from './holder-form.tsx';

afterEach(() => vi.unstubAllGlobals());

function ticketOf(firstName: string, isIn = false): ValidTicket {
  const { registrationNumber, eventType } = sampleOrder();
  const person = sampleRegistration({ firstName });
  return { ...person, state: 'valid', registrationNumber, eventType, isIn } as ValidTicket;
}

/** The form's notice, what describes its button, and whether that is disabled, while somebody else is typed. */
function givingAway({ isIn }: { isIn: boolean }) {
  setBoot(sampleLanding.boot);
  const ticket = ticketOf('Sam', isIn);
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
    notice: expect.stringMatching(/^This is a different person\. /),
    isDescribed: false,
    isDisabled: false,
  });
});

test('what is typed over details that somebody else has changed meanwhile is refused, stays, and can be sent again', async () => {
  setBoot(sampleLanding.boot);
  const sent: { firstName: string; seen: { firstName: string } }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json(
      { code: 'changed_meanwhile', message: ERROR_WORDS.changed_meanwhile },
      { status: 409 },
    );
  });
  let ticket = ticketOf('Sam');
  const page = await mount(
    () =>
      HolderForm({ pageKey: 'M1', ticket, isGivenAway: false, onClose: () => {} }) as ReactElement<{
        onSubmit: () => Promise<void>;
      }>,
  );
  const { form } = findByProp<{ form: ReturnType<typeof usePersonForm> }>(page.result, 'form').props.form;
  await page.act(() => form.setValue('firstName', 'Samira', { shouldDirty: true }));
  ticket = ticketOf('Sammy');
  await page.render();
  for (const _ of [1, 2]) await page.act(() => page.result.props.onSubmit());
  expect(sent).toMatchObject([
    { firstName: 'Samira', seen: { firstName: 'Sam' } },
    { firstName: 'Samira', seen: { firstName: 'Sammy' } },
  ]);
});
