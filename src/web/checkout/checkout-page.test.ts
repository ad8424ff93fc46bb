import { expect, onTestFinished, test, vi } from 'vitest';
import { pendingRegistration } from '#contract/checkout.ts';
import type { Drawn } from '#test/elements.ts';
import * as factories from '#test/factories.ts';
import { mount } from '#test/mount.ts';
import { dropBought } from '../bought-registration.ts';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';
import { CheckoutPage } from './checkout-page.tsx';

vi.mock('../boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00Z', closedByBuild: false, listings: [] } }));
vi.mock('../use-when-shown-again.ts', () => ({ useWhenShownAgain: () => {} }));

test('a paid order ends its registration, even if the response to its checkout was lost', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const paid = { transactionId: '7K2M', checkoutId: null, registrationNumber: 'DSS000042', packageLabel: '' };
  const rest = { totalAmount: '20.00', state: 'paid', isCertain: true, url: null, keptUntil: null };
  vi.stubGlobal('fetch', async () => Response.json({ order: { ...paid, ...rest } }));
  vi.stubGlobal('window', { name: '' });
  const checkoutId = crypto.randomUUID();
  savePendingRegistration(pendingRegistration.parse(factories.pendingRegistration({ checkoutId })));
  const outer = await mount(() => CheckoutPage() as Drawn<object>);
  const { type, props } = outer.result;
  const page = await mount(() => type(props) as Drawn<{ leave: () => void }>);
  const replace = vi.fn();
  Object.assign(window, { location: { replace } });
  page.result.props.leave();
  dropBought('7K2M');
  expect([replace.mock.calls.length, readPendingRegistration()]).toEqual([1, null]);
});
