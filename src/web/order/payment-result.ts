import { localStore, sessionStore } from '../storage.ts';

const KEY = 'payment-result';

/** The order that the card form stored when it was paid, or null. */
export function readPaymentResult(): string | null {
  return parsePaymentResult(sessionStore.get(KEY) ?? localStore.get(KEY));
}

/** Accepts a plain id, JSON, or an object. */
export function parsePaymentResult(stored: string | null): string | null {
  if (!stored?.trim()) return null;
  try {
    return idIn(JSON.parse(stored));
  } catch {
    return stored.trim();
  }
}

function idIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value !== 'object' || value === null) return null;
  const result = value as Record<string, unknown>;
  return idIn(result.transactionId ?? result.orderId ?? result.registrationId ?? result.id);
}
