import { openWalletAccounts, type WalletAccounts } from '#sandbox/wallet/accounts.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { requiredSettings } from './required-settings.ts';

/** The settings of both wallets, read from an environment as the site reads them. */
export function readWalletSettings(
  environment: Readonly<Record<string, string>>,
): Pick<Settings, 'appleWallet' | 'googleWallet'> {
  const { appleWallet, googleWallet } = readSettings({ ...requiredSettings, ...environment });
  return { appleWallet, googleWallet };
}

let accounts: Promise<WalletAccounts> | undefined;
/** Shared by all tests of this process, because generating their three keys takes long. */
export function walletAccounts(): Promise<WalletAccounts> {
  accounts ??= openWalletAccounts();
  return accounts;
}

/** Settings of both wallets with certificates of the test's own, and the authority that issued them. */
export async function walletSettings() {
  const { environment, authority } = await walletAccounts();
  return {
    settings: readWalletSettings(environment),
    authority: authority.certificate,
    googleKey: environment.GOOGLE_WALLET_KEY!,
  };
}
