import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { shortCode } from '#domain/short-code.ts';
import { textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { OrderAttendees } from './order-attendees.tsx';
import { attendeesOf } from './order-queries.ts';

afterEach(() => vi.unstubAllGlobals());

function shown(given: Partial<AdminOrder>) {
  const client = new QueryClient();
  const order = sampleOrder(given) as AdminOrder;
  client.setQueryData(attendeesOf(order.id).queryKey, [{ ...sampleRegistration(), checkIns: [] }]);
  const page = createElement(QueryClientProvider, { client }, createElement(OrderAttendees, { order }));
  return renderToString(page).replaceAll(/(<[^>]+>|\s)+/g, ' ');
}

test('each person with a ticket has the code to type in for the door list, even if added after it was printed', () => {
  expect(shown({ paymentStatus: 'completed' })).toContain(
    `sam@example.org · Caregivers · door list code ${shortCode(1)} `,
  );
  expect(shown({ paymentStatus: 'pending' })).not.toContain('door list');
});

test('an organizer without a registration is offered one only while a seat is free', () => {
  expect(shown({ teamMemberCount: 2 })).toContain('Create organizer registration');
  expect(shown({ teamMemberCount: 1 })).not.toContain('Create organizer registration');
});

test('a buyer who has a ticket is not offered another one', () => {
  const sam = { organizerFirstName: 'Sam', organizerLastName: 'Reyes', organizerEmail: 'sam@example.org' };
  expect(shown({ teamMemberCount: 2, ...sam })).not.toContain('Create organizer registration');
});

test.each([
  ['somebody who is checked in', ['2025-09-20T16:00:00Z'], true],
  ['anybody else', [], false],
])(
  'before %s is deleted, in any list, the question mentions a check-in only if there was one',
  async (_, at, isSaid) => {
    const person = sampleRegistration();
    const checkIns = at.map((one) => ({ at: one, door: null, by: 'admin@example.org', notes: null }));
    vi.stubGlobal('fetch', async (url: string) =>
      url.endsWith('/attendees')
        ? Response.json([{ ...person, checkIns }])
        : new Response('Bad gateway', { status: 502 }),
    );
    const question = await mount(() =>
      ConfirmDeletion({
        ...{ person, title: '', verb: 'Remove', noun: 'attendee', busyLabel: '', onClose: () => {} },
        success: { title: '', description: '' },
        failed: { title: '', otherwise: '' },
      }),
    );
    const said = 'Sam Reyes has checked in. That check-in will be deleted, too.';
    expect(textIn(question.result.props.children).includes(said)).toBe(isSaid);
  },
);
