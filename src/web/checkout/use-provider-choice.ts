import { useState } from 'react';
import type { PaymentProvider } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { sessionStore } from '../storage.ts';

const KEY = 'payment-provider';

/** How to pay: as last chosen in this tab, or else the first provider offered. */
export function useProviderChoice(): {
  readonly provider: PaymentProvider;
  readonly choose: (provider: PaymentProvider) => void;
} {
  const [provider, setProvider] = useState(() => {
    const offered = boot.paymentProviders;
    const chosen = sessionStore.get(KEY);
    return offered.find((one) => one === chosen) ?? offered[0]!;
  });
  const choose = (next: PaymentProvider) => {
    sessionStore.set(KEY, next);
    setProvider(next);
  };
  return { provider, choose };
}
