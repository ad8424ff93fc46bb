/** The messages about payments that this process is working on, by the payment's reference at its provider. */
const underWay = new Map<string, Promise<unknown>>();

/** Works on a message about a payment; `endOfMessage` waits for it. */
export async function workOnMessage<T>(ref: string, work: () => Promise<T>): Promise<T> {
  const working = work();
  underWay.set(ref, working);
  try {
    return await working;
  } finally {
    if (underWay.get(ref) === working) underWay.delete(ref);
  }
}

/**
 * Waits until the message about the payment is worked on; false when there is none, or when that failed. The buyer comes
 * back at the moment at which the provider's message arrives: who is second need not ask and settle again. Another
 * process knows nothing of it and does both, to the same end.
 */
export async function endOfMessage(ref: string): Promise<boolean> {
  const working = underWay.get(ref);
  if (!working) return false;
  return working.then(
    () => true,
    () => false,
  );
}
