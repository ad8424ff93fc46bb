import { expect, test, vi } from 'vitest';
import { pendingRegistration } from '#test/factories.ts';
import { stubStorage } from '#test/stub-storage.ts';

const stored = stubStorage();
vi.stubGlobal('window', { name: '' });
const { dropBought, saveRegistrationOrder, startNextPurchase } = await import('./bought-registration.ts');
const { BILLING_KEY, DRAFT_KEY, readPendingRegistration } = await import('./pending-registration.ts');

test('a registration is dropped with its draft once its order is paid; a later one stays when that order is shown again', () => {
  const type = (firstName: string) => {
    stored.set('pending-registration', JSON.stringify(pendingRegistration({ firstName })));
    stored.set(DRAFT_KEY, firstName);
    stored.set(BILLING_KEY, firstName);
  };
  const typed = () => [readPendingRegistration()?.firstName, stored.get(DRAFT_KEY)];
  type('Ada');
  saveRegistrationOrder('PAID');
  dropBought('OTHER');
  expect(typed()).toEqual(['Ada', 'Ada']);
  dropBought('PAID');
  expect([...stored]).toEqual([]);
  type('Ben');
  dropBought('PAID');
  expect(typed()).toEqual(['Ben', 'Ben']);
});

test('what is typed after an order was paid is a new purchase, and stays when that order is shown again', () => {
  stored.clear();
  const checkoutId = crypto.randomUUID();
  stored.set('pending-registration', JSON.stringify(pendingRegistration({ checkoutId })));
  saveRegistrationOrder('PAID');
  startNextPurchase(crypto.randomUUID());
  expect(readPendingRegistration()?.checkoutId).toBe(checkoutId);
  startNextPurchase(checkoutId);
  const next = readPendingRegistration()?.checkoutId;
  expect([next === undefined, next === checkoutId]).toEqual([false, false]);
  dropBought('PAID');
  expect(readPendingRegistration()?.checkoutId).toBe(next);
});
