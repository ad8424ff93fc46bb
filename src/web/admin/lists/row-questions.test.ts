import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { OrderQuestion } from '../orders/order-question.tsx';
import { OrdersTab } from '../orders/orders-tab.tsx';
import { RegistrationsTab } from '../registrations/registrations-tab.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  getRouteApi: () => ({ useSearch: () => ({}) }),
  useNavigate: () => () => {},
}));

afterEach(() => vi.unstubAllGlobals());

const person = {
  ...sampleRegistration({ firstName: 'Ada' }),
  ...{ eventType: 'conference', checkedInToday: false, notes: [] },
};
const order = {
  ...sampleOrder({ organizerFirstName: 'Ada' }),
  ...{ totalAmount: '20.00', discountAmount: '0.00', squarePaymentId: null, freeSeats: 0 },
  ...{ billingAddressLine1: null, billingAddressLine2: null, billingCity: null },
  ...{ billingState: null, billingPostalCode: null, billingCountry: null },
};

test.each([
  ['a person', RegistrationsTab, 'person', person, 'firstName'],
  ['an order', OrdersTab, 'order', order, 'organizerFirstName'],
] as const)(
  'the question about %s follows the row, and stays when the list no longer has it',
  async (_what, tab, prop, row, field) => {
    let rows: object[] = [row];
    vi.stubGlobal('fetch', async () => Response.json(rows));
    const page = await mount(() => ({ drawn: tab() as ReactElement, client: useQueryClient() }));
    const list = findByProp<{ emptyTitle: string; children: (rows: object[]) => ReactNode }>(
      page.result.drawn,
      'emptyTitle',
    );
    const { props } = findByProp<{ onAsk: (asked: object) => void }>(list.props.children(rows), 'onAsk');
    const asked = () => findByProp<{ asked: string }>(page.result.drawn, 'asked').props;
    const readAgain = async (next: object[]) => {
      rows = next;
      await page.act(() => page.result.client.invalidateQueries());
    };
    await page.act(() => props.onAsk({ action: 'delete', [prop]: row }));
    await readAgain([{ ...row, [field]: 'Adah' }]);
    expect(asked()).toMatchObject({ asked: 'delete', [prop]: { id: row.id, [field]: 'Adah' } });
    await readAgain([]);
    expect(asked()).toMatchObject({ asked: 'delete', [prop]: { id: row.id, [field]: 'Ada' } });
  },
);

test.each([
  ['can be refunded', 0, 'Refund first'],
  ['a dispute has taken', 20_00, 'The buyer’s bank took back $20.00 in a dispute.'],
])('before an order whose money %s is deleted, staff are told: %d cents are lost', async (_, lost, words) => {
  const money = {
    captured: 20_00,
    refunded: 0,
    lost,
    refundable: 20_00 - lost,
    disputed: false,
    refunds: [],
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/refunds') ? money : []));
  const question = await mount(() => {
    const asked = OrderQuestion({
      asked: 'delete',
      order: order as never,
      onClose: () => {},
    }) as Drawn<object>;
    const { type, props } = findByProp<{ contents: object }>(asked.type(asked.props), 'contents');
    return type(props);
  });
  const told = textIn(question.result);
  expect(told).toContain(words);
  expect([told.includes('Refund first'), told.includes('dispute')]).toEqual([lost === 0, lost > 0]);
});
