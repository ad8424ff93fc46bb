import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { sampleOrder } from '#test/sample-order.ts';
import type { HistoryEntry } from './history-words.ts';
import { OrderHistory } from './order-history.tsx';

type List = ReactElement<{ children: ReactElement[] }>;

function Reporting({ history, report }: { history: readonly HistoryEntry[]; report: (list: List) => void }) {
  const section: ReactElement<{ children: unknown }> = OrderHistory({
    order: sampleOrder() as AdminOrder,
    history,
  });
  const [, list] = section.props.children as [unknown, List];
  report(list);
  return section;
}

/** Each entry's key, newest first, and the page. */
function drawn(history: readonly HistoryEntry[]) {
  let keys: (string | null)[] = [];
  const report = (list: List) => {
    keys = list.props.children.map(({ key }) => key);
  };
  const page = createElement(Reporting, { history, report });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, page));
  return { keys, html };
}

const entry = (action: string): HistoryEntry => ({
  action,
  actor: 'admin@example.org',
  actorKind: 'staff',
  ipAddress: '203.0.113.7',
  registrationId: null,
  details: {},
  timestamp: '2025-07-14T16:05:00.000Z',
});

test('an entry keeps its key, and so the address shown in it, when newer ones come above it', () => {
  // Two entries of one transaction differ in nothing else.
  const older = [entry('ticket_resent'), entry('ticket_resent'), entry('order_placed')];
  const { keys } = drawn([entry('confirmation_resent'), ...older]);
  expect(keys.slice(1)).toEqual(drawn(older).keys);
  expect(new Set(keys).size).toBe(4);
});

test('a claimed seat is one entry', () => {
  const claim = ['seat_claimed', 'attendee_added'].map((action) => ({
    ...entry(action),
    actorKind: 'claimant' as const,
  }));
  expect(drawn([...claim, entry('attendee_added')]).keys).toHaveLength(2);
});

test('the buttons of one actor’s entries say what they show, and of which entry', () => {
  const { html } = drawn([entry('confirmation_resent'), entry('reminders_stopped')]);
  const textOf = (part: string) => part.replaceAll(/<.*?>/g, '');
  const buttons = [...html.matchAll(/<button.*?aria-describedby="(.*?)".*?<\/button>/g)].map(
    ([button, id]) => [textOf(button), new RegExp(`<span id="${id}".*?>(.*?)</span>`).exec(html)?.[1]],
  );
  expect(buttons).toEqual([
    ['admin@example.org, IP address', 'Resent the confirmation'],
    ['admin@example.org, IP address', 'Turned off reminders about free seats'],
  ]);
});
