import { type Authority, createAuthority } from './certificates.ts';

/** What an organizer gets from Apple and Google, as settings of the site. */
export interface WalletAccounts {
  readonly environment: Readonly<Record<string, string>>;
  readonly authority: Authority;
}

const PASS_TYPE = 'pass.org.example.summit';
const TEAM = 'SAMPLETEAM';
/** Nothing listens there. */
const NOBODY = 'https://127.0.0.1:9';

/** Made up: Apple's phones and Google refuse what these keys sign. */
export async function openWalletAccounts(pushUrl = NOBODY, own?: Authority): Promise<WalletAccounts> {
  const authority = own ?? (await createAuthority());
  const [pass, service] = await Promise.all([
    authority.issue({ name: `Pass Type ID: ${PASS_TYPE}`, userId: PASS_TYPE, unit: TEAM }),
    authority.issue({ name: 'Google Wallet' }),
  ]);
  return {
    authority,
    environment: {
      APPLE_PASS_TYPE_ID: PASS_TYPE,
      APPLE_TEAM_ID: TEAM,
      APPLE_PASS_CERTIFICATE: pass.certificate,
      APPLE_PASS_KEY: pass.key,
      APPLE_WWDR_CERTIFICATE: authority.certificate,
      APPLE_PUSH_URL: pushUrl,
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
      GOOGLE_WALLET_EMAIL: 'wallet@summit.example.org',
      GOOGLE_WALLET_KEY: service.key,
    },
  };
}
