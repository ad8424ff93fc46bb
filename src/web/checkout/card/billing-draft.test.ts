import { expect, test, vi } from 'vitest';
import { stubStorage } from '#test/stub-storage.ts';

stubStorage();
vi.stubGlobal('window', { name: '' });
const { clearBillingDraft, readBillingDraft, saveBillingDraft } = await import('./billing-draft.ts');
const { goToTickets } = await import('./go-to-tickets.ts');

const order = { transactionId: 'FIRST', organizerEmail: 'ada@example.org' };
const who = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' };
const noAddress = {
  addressLine1: '',
  addressLine2: '',
  locality: '',
  administrativeDistrictLevel1: '',
  postalCode: '',
};
const address = {
  addressLine1: '2130 Sample Street',
  addressLine2: 'Suite 4',
  locality: 'Denver',
  administrativeDistrictLevel1: 'CO',
  postalCode: '80210',
};
const payer = { email: 'office@example.org', firstName: 'Otto', lastName: 'Payer' };

test('an order keeps all that was typed, and the next order of its buyer the address, until it is paid', () => {
  const known = { ...who, ...noAddress };
  saveBillingDraft(order, { ...payer, ...address });
  expect(readBillingDraft(order, known)).toEqual({ ...payer, ...address });
  const next = { ...order, transactionId: 'NEXT' };
  expect(readBillingDraft(next, { ...known, lastName: 'Corrected' })).toEqual({
    ...who,
    lastName: 'Corrected',
    ...address,
  });
  clearBillingDraft();
  expect(readBillingDraft(next, known)).toEqual(known);
});

test("another buyer's order in the same tab starts without the address", () => {
  saveBillingDraft(order, { ...who, ...address });
  const known = { email: 'ben@example.org', firstName: 'Ben', lastName: 'Sample', ...noAddress };
  expect(readBillingDraft({ transactionId: 'NEXT', organizerEmail: known.email }, known)).toEqual(known);
});

test('once an order is paid, the address typed for it is forgotten', () => {
  const went: string[] = [];
  vi.stubGlobal('window', { name: '', location: { replace: (to: string) => went.push(to) } });
  saveBillingDraft(order, { ...payer, ...address });
  goToTickets('FIRST');
  expect(went).toEqual(['/checkout-success?orderId=FIRST']);
  expect(readBillingDraft(order, { ...who, ...noAddress })).toEqual({ ...who, ...noAddress });
});
