import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { saveBillingDraft } from './billing-draft.ts';
import { CardForm } from './card-form.tsx';

const pay = vi.hoisted(() => vi.fn());
const field = vi.hoisted(() => ({ current: {} }));
vi.mock('./use-card-field.ts', () => ({
  useCardField: () => ({ host: { current: null }, field: field.current, retry: () => {} }),
  useOneZipCode: () => {},
}));
vi.mock('./use-card-payment.ts', () => ({ useCardPayment: () => ({ problem: null, pay }) }));
vi.mock('./use-kept-seats.ts', () => ({
  useKeptSeats: () => ({ held: null, isEnding: false, keep: () => {} }),
}));

afterEach(() => vi.unstubAllGlobals());

test('Enter pays once the card field is ready and nothing is missing, and not again while the order is being paid', async () => {
  const order = sampleOrder({ paymentStatus: 'pending' });
  const address = { addressLine1: '12 Harbor Street', addressLine2: '', locality: 'Denver' };
  const zip = { administrativeDistrictLevel1: 'CO', postalCode: '80210' };
  const who = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' };
  vi.stubGlobal('window', { name: '' });
  saveBillingDraft(order, { ...who, ...address, ...zip });
  const calls = { isUncharged: false, onPaying: () => {}, onEnded: () => {}, onFailed: () => {} };
  let isPaying = false;
  const item = { id: undefined, name: undefined };
  const form = await mount(() => CardForm({ order, item, linkedAmount: undefined, isPaying, ...calls }));
  const enter = async () => {
    await form.render();
    const { onSubmit } = findByProp<{ onSubmit: (event: object) => void }>(form.result, 'onSubmit').props;
    await form.act(() => onSubmit({ preventDefault: () => {} }));
    return pay.mock.calls.length;
  };
  field.current = { status: 'loading', card: null };
  expect(await enter()).toBe(0);
  field.current = { status: 'ready', card: {} };
  expect(await enter()).toBe(1);
  isPaying = true;
  expect(await enter()).toBe(1);
});
