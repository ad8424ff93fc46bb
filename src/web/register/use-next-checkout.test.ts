import { afterEach, expect, test, vi } from 'vitest';
import { pendingRegistration } from '#contract/checkout.ts';
import { type CheckoutOrder, getCheckout } from '#contract/checkout-order.ts';
import { encodeResponse } from '#contract/route.ts';
import * as factories from '#test/factories.ts';
import { mount } from '#test/mount.ts';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';
import { useNextCheckoutOncePaid } from './use-next-checkout.ts';

vi.mock('../boot.ts', () => ({ boot: { now: '2025-07-15T16:00:00Z' } }));

afterEach(() => vi.unstubAllGlobals());

test('the form becomes a new purchase once its checkout is paid, even in another tab', async () => {
  const checkoutId = crypto.randomUUID();
  let state: CheckoutOrder['state'] = 'open';
  vi.stubGlobal('fetch', async () =>
    Response.json(encodeResponse(getCheckout, { order: { ...ORDER, state } })),
  );
  const form = await mount(() => useNextCheckoutOncePaid());
  savePendingRegistration(pendingRegistration.parse(factories.pendingRegistration({ checkoutId })));
  const showAgain = () => form.act(() => void document.dispatchEvent(new Event('visibilitychange')));
  const idNow = () => readPendingRegistration()?.checkoutId;
  await showAgain();
  // The code that asks, and then the code that starts the next purchase.
  for (const _ of ['ask', 'start']) await vi.dynamicImportSettled();
  expect(idNow()).toBe(checkoutId);
  state = 'paid';
  await showAgain();
  await expect.poll(idNow).not.toBe(checkoutId);
  expect(idNow()).toMatch(/^[0-9a-f-]{36}$/);
});

const ORDER: CheckoutOrder = {
  checkoutId: null,
  transactionId: '24W1Y8KQ2M5N7R9T0V3X6Z1B4C',
  registrationNumber: 'DSS000001',
  packageLabel: 'Individual Package',
  totalAmount: 20_00,
  state: 'open',
  isCertain: true,
  keptUntil: null,
  url: null,
};
