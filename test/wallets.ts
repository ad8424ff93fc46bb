import { openWalletAccounts, type WalletAccounts } from '#sandbox/wallet/accounts.ts';
import { readSettings, type Settings } from '#server/settings.ts';

/** The settings of both wallets, read from an environment as the site reads them. */
export function readWalletSettings(
  environment: Readonly<Record<string, string>>,
): Pick<Settings, 'appleWallet' | 'googleWallet'> {
  const { appleWallet, googleWallet } = readSettings({
    PUBLIC_URL: 'https://summit.example.org',
    CONTACT_PHONE: '(303) 555-0142',
    CONTACT_EMAIL: 'hello@example.org',
    ADMIN_EMAILS: 'ada@example.org',
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'summit',
    OIDC_CLIENT_SECRET: 'sample-secret',
    SMTP_URL: 'smtps://mail.example.org',
    MAIL_FROM: 'Summit <tickets@example.org>',
    STRIPE_SECRET_KEY: 'sk_live_sample',
    STRIPE_WEBHOOK_SECRET: 'whsec_sample',
    ...environment,
  });
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
