import type { EventInfo } from '#domain/event-phase.ts';
import type { Settings } from './settings.ts';

/** What an operator should know at every start although no setting is wrong: one sentence each. */
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
    warnings.push('TEST MODE: no card is charged, and whoever uses a test card gets a ticket for nothing.');
  }
  const open = trustedProxies.find((one) => one.endsWith('/0'));
  if (open) {
    warnings.push(
      `TRUSTED_PROXIES has ${open}, so everybody's X-Forwarded-For is believed: visitors choose their own address, and limits by address hold nobody back.`,
    );
  }
  if (appleWallet && appleWallet.expiresAt < new Date(closesAt)) {
    const day = appleWallet.expiresAt.toISOString().slice(0, 10);
    warnings.push(
      `APPLE_PASS_CERTIFICATE ends on ${day}, before the event is over: phones then take no new passes. Renew it.`,
    );
  }
  return warnings;
}
