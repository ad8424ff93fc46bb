import { type Square, SquareClient, SquareError } from 'square';
import { verificationCode } from '#sandbox/square/cards.ts';
import { createSquareSandbox, type SquareSandbox } from '#sandbox/square/square-sandbox.ts';
import { openProviderStand, type ProviderStand, type StandOptions } from './provider-stand.ts';

export const accessToken = 'sandbox-token-stand';
export const applicationId = 'sandbox-sq0idb-stand';
export const locationId = 'LSTAND';
export const webhookSignatureKey = 'signature-key-stand';

export interface Stand extends ProviderStand<SquareSandbox> {
  readonly square: SquareClient;
  client(options?: Partial<SquareClient.Options>): SquareClient;
}

/** The sandbox on a loopback port, with the real SDK and a webhook receiver. */
export async function openStand(options: StandOptions = {}): Promise<Stand> {
  const stand = await openProviderStand('x-square-hmacsha256-signature', options, (parts) =>
    createSquareSandbox({ ...parts, webhookSignatureKey, accessToken, applicationId, locationId }),
  );
  const client = (changes: Partial<SquareClient.Options> = {}) =>
    new SquareClient({ token: accessToken, baseUrl: stand.url, maxRetries: 0, ...changes });
  return { ...stand, square: client(), client };
}

export const goodCard = {
  cardNumber: '4111 1111 1111 1111',
  expirationDate: '12/34',
  cvv: '111',
  postalCode: '94103',
};

interface Tokenizing extends Partial<typeof goodCard> {
  /** The amount that the card's owner confirms, as a decimal such as '20.00', in dollars. */
  readonly confirm?: string;
}

/** Gets a token for a card like the browser's card form, without a browser. Throws if there is none. */
export async function tokenizeCard(
  sandboxUrl: string,
  { confirm, ...card }: Tokenizing = {},
): Promise<string> {
  const response = await postCard(sandboxUrl, {
    card: { ...goodCard, ...card },
    ...(confirm && { verification: verificationOf(confirm), code: verificationCode }),
  });
  if (response.status === 'OK' && response.token) return response.token;
  throw new Error(`No token: ${JSON.stringify(response)}`);
}

/** The verification details for `tokenize()`. */
export function verificationOf(amount: string) {
  const about = { intent: 'CHARGE', billingContact: {}, customerInitiated: true, sellerKeyedIn: false };
  return { amount, currencyCode: 'USD', ...about };
}

export async function postCard(
  sandboxUrl: string,
  request: object,
): Promise<{ status: string; token?: string; errors?: { field: string; type: string; message: string }[] }> {
  const response = await fetch(`${sandboxUrl}/square/web/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  return (await response.json()) as Awaited<ReturnType<typeof postCard>>;
}

let lastKey = 0;

export function paymentOf(changes: Partial<Square.CreatePaymentRequest> = {}): Square.CreatePaymentRequest {
  lastKey += 1;
  return {
    sourceId: 'cnon:card-nonce-ok',
    idempotencyKey: `key-${process.pid}-${lastKey}`,
    amountMoney: { amount: 2000n, currency: 'USD' },
    locationId,
    ...changes,
  };
}

/** A payment that must succeed. */
export async function pay(stand: Stand, changes: Partial<Square.CreatePaymentRequest> = {}) {
  const { payment } = await stand.square.payments.create(paymentOf(changes));
  if (!payment?.id) throw new Error('There is no payment in the response.');
  return { ...payment, id: payment.id };
}

/** The outcome of a call that must be refused: status, and category, code and field of its one error. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SquareError)) throw error;
  const [first] = error.errors;
  const { category, code, field } = first ?? {};
  const body = error.body as { payment?: { id: string; status: string } } | undefined;
  return {
    status: error.statusCode,
    category,
    code,
    ...(field && { field }),
    ...(body?.payment && { payment: body.payment }),
  };
}

/** What `refusal` returns for an invalid request. */
export const badRequest = (code: string, field?: string) => ({
  status: 400,
  category: 'INVALID_REQUEST_ERROR',
  code,
  ...(field && { field }),
});
