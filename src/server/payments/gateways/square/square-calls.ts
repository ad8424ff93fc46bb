import { SquareError, SquareTimeoutError } from 'square';
import { BillingRefused, ProviderUnavailable } from '../gateway.ts';

/** Square's SDK retries neither a lost connection nor a temporary error; the idempotency key makes a retry safe. */
export async function onceMore<T>(call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBroken = error instanceof SquareError && error.statusCode === undefined;
    if (!isBroken && !isTemporary(error)) throw error;
    try {
      return await call();
    } catch (again) {
      if (!isTimeout(error) || !isUnanswered(again)) throw again;
      throw new ProviderUnavailable('Square did not respond in time', { cause: again, mayStillRun: true });
    }
  }
}

/** The SDK has an error class for timeouts but doesn't throw it under Node. */
function isTimeout(error: unknown): boolean {
  return error instanceof SquareTimeoutError || (error instanceof SquareError && error.cause === 'timeout');
}

export async function answered<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** The entries of a list, whose pages are fetched one by one. */
export async function* answeredEach<T>(list: PromiseLike<AsyncIterable<T>>): AsyncGenerator<T> {
  try {
    yield* await list;
  } catch (error) {
    throw asUnavailable(error);
  }
}

export async function orNull<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 404) return null;
    throw asUnavailable(error);
  }
}

/** False if Square refuses because of the payment's current state. */
export async function unlessRefused(call: PromiseLike<unknown>): Promise<boolean> {
  try {
    await answered(call);
    return true;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 400) return false;
    throw error;
  }
}

/** Without a response, or after a server error or rate limit, the outcome is unknown; other errors are our bug. */
export function asUnavailable(error: unknown): unknown {
  if (!isUnanswered(error)) return error;
  return new ProviderUnavailable('Square did not respond', { cause: error, mayStillRun: isTimeout(error) });
}

/** A call refused for missing permissions charged nobody, but another with the same key may have. */
export function asUnansweredCharge(error: unknown): unknown {
  if (error instanceof SquareError && (error.statusCode === 401 || error.statusCode === 403)) return error;
  if (error instanceof SquareError && isOfAnother(error))
    return new ProviderUnavailable('Square has had another request of this attempt', { cause: error });
  const field = refusedField(error);
  return field ? new BillingRefused(field, error) : asUnavailable(error);
}

const BILLING_FIELDS: Readonly<Record<string, BillingRefused['field']>> = {
  INVALID_EMAIL_ADDRESS: 'email',
  INVALID_POSTAL_CODE: 'postalCode',
};

/** The field of the billing form that Square refuses. */
export function refusedField(error: unknown): BillingRefused['field'] | undefined {
  return error instanceof SquareError ? BILLING_FIELDS[error.errors[0]?.code ?? ''] : undefined;
}

/** Another request with the same key came first or is still being processed. */
export function isOfAnother({ statusCode, errors }: SquareError): boolean {
  return statusCode === 409 || errors[0]?.code === 'IDEMPOTENCY_KEY_REUSED';
}

/** The payment is refunded, disputed, or smaller than the refund. While another refund is pending, a later try may pass. */
export function isRefundRefused(error: unknown): boolean {
  if (!(error instanceof SquareError) || isUnanswered(error)) return false;
  const [cause] = error.errors;
  return cause?.category === 'REFUND_ERROR' && cause.code !== 'REFUND_ALREADY_PENDING';
}

function isTemporary(error: unknown): boolean {
  return error instanceof SquareError && error.errors[0]?.code === 'TEMPORARY_ERROR';
}

export function isUnanswered(error: unknown): boolean {
  if (error instanceof SquareTimeoutError || isTemporary(error)) return true;
  if (!(error instanceof SquareError)) return false;
  const { statusCode } = error;
  // If Square refuses the access token, nobody is charged and the operator must fix it.
  const isRefused = statusCode === 401 || statusCode === 403;
  return (
    statusCode === undefined || isRefused || statusCode === 408 || statusCode === 429 || statusCode >= 500
  );
}
