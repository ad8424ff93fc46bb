import { expect, test, vi } from 'vitest';
import { type Drawn, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { Leaving } from '../leaving.tsx';
import { CardForm } from './card-form.tsx';
import { CardPage } from './card-page.tsx';
import { CannotBePaid, NO_PAYMENT } from './card-page-states.tsx';

const order = vi.hoisted(() => ({ shown: {} as object, state: 'open', pending: null as object | null }));
vi.mock('../../boot.ts', () => ({ boot: { now: '2025-07-15T16:00:00Z', square: {}, listings: [] } }));
vi.mock('../../pending-registration.ts', () => ({ readPendingRegistration: () => order.pending }));
vi.mock('../../use-when-shown-again.ts', () => ({ useWhenShownAgain: () => {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  getRouteApi: () => ({ useSearch: () => ({ orderId: '7K2M' }) }),
}));
vi.mock('./use-card-order.ts', () => ({
  useCardOrder: () => ({
    order: order.shown,
    error: null,
    current: { ...order.shown, ...order },
    isCertain: true,
    reload: () => {},
  }),
}));

type Shown = Drawn<{
  onEnded: () => void;
  onFailed: (mayBeCharged: boolean, ending?: string) => void;
  why?: string;
  isUncharged?: boolean;
}>;

async function openPage(state: string) {
  order.shown = sampleOrder({ paymentStatus: 'pending' });
  order.state = state;
  const outer = await mount(() => CardPage() as Drawn<object>);
  const { type, props } = outer.result;
  return mount(() => type(props) as Shown);
}

test.each([
  ['open', CardForm, true],
  ['unsure', CardForm, false],
  ['paid', Leaving, undefined],
  ['over', CannotBePaid, undefined],
])(
  'an order that was read before its payment was settled counts as %s',
  async (state, shown, isUncharged) => {
    const { type, props } = (await openPage(state)).result;
    expect([type, props.isUncharged]).toEqual([shown, isUncharged]);
  },
);

test('a refusal that ended the order replaces the form', async () => {
  const page = await openPage('open');
  await page.act(() => page.result.props.onFailed(false));
  expect(page.result.type).toBe(CardForm);
  await page.act(() => page.result.props.onFailed(false, 'This order is closed.'));
  expect([page.result.type, page.result.props.why]).toEqual([CannotBePaid, 'This order is closed.']);
});

test.each([
  [true, NO_PAYMENT],
  [false, undefined],
])(
  'once an order is over whose card may have been charged (%s), the page says what to do about it',
  async (mayBeCharged, why) => {
    const page = await openPage('unsure');
    await page.act(() => page.result.props.onFailed(mayBeCharged));
    expect(page.result.type).toBe(CardForm);
    order.state = 'over';
    await page.act(() => page.result.props.onEnded());
    await page.render();
    expect([page.result.type, page.result.props.why]).toEqual([CannotBePaid, why]);
  },
);

test.each([
  [null, 'Closed.'],
  [{}, 'Closed. Your details are still here.'],
])('typed details are promised only where there are any: %j', (pending, text) => {
  order.pending = pending;
  expect(textIn(CannotBePaid({ why: 'Closed.', isClosed: false }).props.children)).toBe(text);
});
