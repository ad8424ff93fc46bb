/** Webhooks that this process is handling, by the provider's payment reference. */
const underWay = new Map<string, Promise<unknown>>();

/** Handles a webhook about a payment; `endOfMessage` waits for it. */
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
 * Waits for the webhook about this payment; false if there is none or it failed. The buyer often returns just as the
 * webhook arrives, and then the return page need not ask the provider and settle again. If another process handles the
 * webhook, both settle, with the same result.
 */
export async function endOfMessage(ref: string): Promise<boolean> {
  const working = underWay.get(ref);
  if (!working) return false;
  return working.then(
    () => true,
    () => false,
  );
}
