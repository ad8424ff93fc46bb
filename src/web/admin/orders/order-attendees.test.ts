import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { shortCode } from '#domain/short-code.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { OrderAttendees } from './order-attendees.tsx';
import { attendeesOf } from './order-queries.ts';

function shown(paymentStatus: PaymentStatus) {
  const client = new QueryClient();
  const order = sampleOrder({ paymentStatus }) as AdminOrder;
  client.setQueryData(attendeesOf(order.id).queryKey, [{ ...sampleRegistration(), checkIns: [] }]);
  const page = createElement(QueryClientProvider, { client }, createElement(OrderAttendees, { order }));
  return renderToString(page).replaceAll(/(<[^>]+>|\s)+/g, ' ');
}

test('each person with a ticket has the code to type in for the door list, even if added after it was printed', () => {
  expect(shown('completed')).toContain(`sam@example.org · Caregivers · door list code ${shortCode(1)} `);
  expect(shown('pending')).not.toContain('door list');
});
