import { expect, test } from 'vitest';
import { checkResponse } from './check-response.ts';

const CONFIRMATION = new URL('http://127.0.0.1/api/order/DSS-1/confirmation');
const USER = new URL('http://127.0.0.1/api/auth/user');

test('a response that its schema refuses breaks the contract', async () => {
  const response = Response.json({ order: null, registrations: [] });
  await expect(checkResponse('GET', CONFIRMATION, response)).rejects.toThrow(
    /^GET \/api\/order\/\{transactionId\}\/confirmation breaks its contract: .*→ at order$/s,
  );
});

test('a field that the contract does not declare breaks it', async () => {
  const user = {
    id: '1',
    email: 'admin@example.org',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    isAdmin: true,
    isCouponAdmin: true,
  };
  await checkResponse('GET', USER, Response.json(user));
  await expect(checkResponse('GET', USER, Response.json({ ...user, password: 'x' }))).rejects.toThrow(
    'does not declare',
  );
});

test('a refusal has a known code and the status of that code', async () => {
  const refuse = (code: string, status: number) =>
    checkResponse('GET', CONFIRMATION, Response.json({ code }, { status }));
  await refuse('order_not_found', 404);
  await expect(refuse('order_not_found', 400)).rejects.toThrow('order_not_found with status 400');
  await expect(refuse('lost_in_the_mail', 404)).rejects.toThrow('no known error code');
});

test('a refusal must be declared by the call, or common to all such calls', async () => {
  const refuse = (code: string, status: number) =>
    checkResponse('GET', CONFIRMATION, Response.json({ code }, { status }));
  await refuse('unavailable', 503);
  await expect(refuse('sold_out', 409)).rejects.toThrow('does not list for getOrderConfirmation');
});
