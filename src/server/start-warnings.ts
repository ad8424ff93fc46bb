import type { Settings } from './settings.ts';

/** What an operator should know at every start although no setting is wrong: one sentence each. */
export function findStartWarnings({
  isTestMode,
  trustedProxies,
}: Pick<Settings, 'isTestMode' | 'trustedProxies'>): string[] {
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
  return warnings;
}
