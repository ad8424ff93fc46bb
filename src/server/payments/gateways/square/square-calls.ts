import { SquareError, SquareTimeoutError } from 'square';
import { ProviderUnavailable } from '../gateway.ts';

/** Square's SDK does not repeat a call whose connection broke; the key makes a repetition safe. */
export async function onceMore<T>(call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBroken = error instanceof SquareError && error.statusCode === undefined;
    if (!isBroken) throw error;
    try {
      return await call();
    } catch (again) {
      if (!isTimeout(error) || !isOpen(again)) throw again;
      throw new ProviderUnavailable('Square gave no answer in time', { cause: again, mayStillRun: true });
    }
  }
}

/** The SDK has an error class for time-outs, which it fails to throw under Node. */
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

export async function orNull<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 404) return null;
    throw asUnavailable(error);
  }
}

/** False when Square refuses because of what the payment has become. */
export async function unlessRefused(call: PromiseLike<unknown>): Promise<boolean> {
  try {
    await answered(call);
    return true;
  } catch (error) {
    if (error instanceof SquareError && error.statusCode === 400) return false;
    throw error;
  }
}

export function raise(error: unknown): never {
  throw error;
}

/** No answer, a server fault or a limit leave the outcome open; other errors are faults of ours. */
export function asUnavailable(error: unknown): unknown {
  if (!isOpen(error)) return error;
  return new ProviderUnavailable('Square gave no answer', { cause: error, mayStillRun: isTimeout(error) });
}

/** What is refused for want of rights has charged nobody; another request of the same key may have. */
export function asUnansweredCharge(error: unknown): unknown {
  if (error instanceof SquareError && (error.statusCode === 401 || error.statusCode === 403)) return error;
  if (error instanceof SquareError && isOfAnother(error))
    return new ProviderUnavailable('Square has had another request of this attempt', { cause: error });
  return asUnavailable(error);
}

/** Another request under the same key came first, or is still being worked on. */
export function isOfAnother({ statusCode, errors }: SquareError): boolean {
  return statusCode === 409 || errors[0]?.code === 'IDEMPOTENCY_KEY_REUSED';
}

export function isOpen(error: unknown): boolean {
  if (error instanceof SquareTimeoutError) return true;
  if (!(error instanceof SquareError)) return false;
  const { statusCode } = error;
  // A key that Square refuses charges nobody, and is for the operator to mend.
  const isRefused = statusCode === 401 || statusCode === 403;
  return (
    statusCode === undefined || isRefused || statusCode === 408 || statusCode === 429 || statusCode >= 500
  );
}
