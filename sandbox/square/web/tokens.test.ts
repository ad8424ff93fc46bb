import { expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import { goodCard, openStand, postCard, verificationOf } from '#test/sandbox/square-stand.ts';

const stand = setStand(() => openStand({ webhook: false }));

const fieldsOf = async (card: object) => {
  const { status, errors } = await postCard(stand.url, { card: { ...goodCard, ...card } });
  return [status, errors?.map(({ field }) => field)];
};

test('a valid card becomes a token, and the page learns only its last digits', async () => {
  const { token, ...rest } = await postCard(stand.url, { card: goodCard });
  expect(token).toMatch(/^cnon:[A-Za-z0-9]{32}$/);
  expect(rest).toEqual({
    status: 'OK',
    details: {
      method: 'Card',
      card: {
        brand: 'VISA',
        last4: '1111',
        expMonth: 12,
        expYear: 2034,
        cardType: 'CREDIT',
        prepaidType: 'NOT_PREPAID',
      },
      billing: { postalCode: '94103' },
    },
  });
});

test.each([
  [{ cardNumber: '4111 1111 1111 1112' }, 'cardNumber'],
  [{ cardNumber: '4242 4242 4242 4242' }, 'cardNumber'],
  [{ cardNumber: '' }, 'cardNumber'],
  [{ expirationDate: '13/34' }, 'expirationDate'],
  [{ expirationDate: '01/24' }, 'expirationDate'],
  [{ cvv: '11' }, 'cvv'],
  [{ postalCode: '123' }, 'postalCode'],
])('%o is invalid', async (card, field) => {
  expect(await fieldsOf(card)).toEqual(['Invalid', [field]]);
});

test('every invalid field is named', async () => {
  const all = ['cardNumber', 'expirationDate', 'cvv', 'postalCode'];
  expect(await fieldsOf({ cardNumber: '', expirationDate: '', cvv: '', postalCode: '' })).toEqual([
    'Invalid',
    all,
  ]);
});

test('only a card that requires verification is challenged, and only when there are details to verify', async () => {
  const verification = verificationOf('20.00');
  const asking = { ...goodCard, cardNumber: '4800 0000 0000 0004' };
  const statusOf = async (request: object) => (await postCard(stand.url, request)).status;
  expect(await statusOf({ card: goodCard, verification })).toBe('OK');
  expect(await statusOf({ card: asking })).toBe('OK');
  expect(await statusOf({ card: asking, verification })).toBe('Challenge');
  expect(await statusOf({ card: asking, verification, code: '654321' })).toBe('Challenge');
  expect(await statusOf({ card: asking, verification, code: '123456' })).toBe('OK');
});

test.each([
  { amount: 20 },
  { amount: '20.001' },
  { currencyCode: 'EUR' },
  { intent: 'GIVE' },
  { billingContact: undefined },
  { customerInitiated: undefined },
  { sellerKeyedIn: 'no' },
])('details with %o cannot be verified', async (changes) => {
  const verification = { ...verificationOf('20.00'), ...changes };
  const { status, errors } = await postCard(stand.url, { card: goodCard, verification });
  expect([status, errors?.map(({ type }) => type)]).toEqual(['Error', ['INVALID_VERIFICATION_DETAILS']]);
});

test('a cross-origin request without a preflight gets no token', async () => {
  const body = JSON.stringify({ card: goodCard });
  const response = await fetch(`${stand.url}/square/web/tokens`, { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([415, {}]);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
