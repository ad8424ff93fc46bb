import type { EventInfo } from '#domain/event-phase.ts';
import type { Settings } from './settings.ts';

/** Warnings for the operator at every start, although no setting is invalid: one sentence each. */
export function findStartWarnings(
  {
    isTestMode,
    trustedProxies,
    appleWallet,
  }: Pick<Settings, 'isTestMode' | 'trustedProxies' | 'appleWallet'>,
  { closesAt }: Pick<EventInfo, 'closesAt'>,
): string[] {
  const warnings: string[] = [];
  if (isTestMode) {
    warnings.push('TEST MODE: no card is charged, and anyone with a test card gets a free ticket.');
  }
  const open = trustedProxies.find((one) => one.endsWith('/0'));
  if (open) {
    warnings.push(
      `TRUSTED_PROXIES has ${open}, so every X-Forwarded-For is trusted: visitors choose their own address, and limits by address have no effect.`,
    );
  }
  if (appleWallet && appleWallet.expiresAt < new Date(closesAt)) {
    const day = appleWallet.expiresAt.toISOString().slice(0, 10);
    warnings.push(
      `APPLE_PASS_CERTIFICATE expires on ${day}, before the event is over. Once it has expired, phones accept no new passes. Renew it.`,
    );
  }
  return warnings;
}
