import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthority } from '#sandbox/wallet/certificates.ts';
import { requiredSettings } from '#test/required-settings.ts';
import { settingProblems } from '#test/setting-problems.ts';
import { walletAccounts } from '#test/wallets.ts';
import { readSettings } from './settings.ts';

let wallets: Record<string, string>;
beforeAll(async () => {
  const { environment } = await walletAccounts();
  wallets = { ...environment, APPLE_PUSH_URL: 'https://push.example.org/' };
});

const problemsOf = (changes: Record<string, string | undefined>) =>
  settingProblems({ ...requiredSettings, ...wallets, ...changes });

describe('the wallets', () => {
  test('are read with their keys and certificates', () => {
    const { appleWallet, googleWallet } = readSettings({ ...requiredSettings, ...wallets });
    const certificate = new X509Certificate(wallets.APPLE_PASS_CERTIFICATE!);
    expect({ ...appleWallet, certificate: null, intermediate: null, key: null }).toEqual({
      passTypeId: 'pass.org.example.summit',
      teamId: 'SAMPLETEAM',
      certificate: null,
      intermediate: null,
      key: null,
      expiresAt: new Date(certificate.validTo),
      pushUrl: 'https://push.example.org',
    });
    expect(new X509Certificate(appleWallet!.certificate).fingerprint256).toBe(certificate.fingerprint256);
    expect(certificate.checkPrivateKey(createPrivateKey(appleWallet!.key))).toBe(true);
    expect([googleWallet!.issuerId, googleWallet!.email]).toEqual([
      '3388000000012345678',
      'wallet@summit.example.org',
    ]);
  });

  test('are each optional', () => {
    const without = (start: string) =>
      Object.fromEntries(
        Object.keys(wallets).map((name) => [name, name.startsWith(start) ? '' : wallets[name]]),
      );
    const google = readSettings({ ...requiredSettings, ...without('APPLE') });
    expect([google.appleWallet, google.googleWallet?.issuerId]).toEqual([null, '3388000000012345678']);
    const apple = readSettings({ ...requiredSettings, ...without('GOOGLE') });
    expect([apple.appleWallet?.teamId, apple.googleWallet]).toEqual(['SAMPLETEAM', null]);
  });

  test('accept PEM, PEM on one line, and base64 of PEM or of Apple’s file', () => {
    const pem = wallets.APPLE_PASS_CERTIFICATE!;
    const { raw, fingerprint256 } = new X509Certificate(pem);
    for (const one of [
      pem,
      pem.replaceAll('\n', '\\n'),
      Buffer.from(pem).toString('base64'),
      raw.toString('base64'),
    ]) {
      const { appleWallet } = readSettings({ ...requiredSettings, ...wallets, APPLE_PASS_CERTIFICATE: one });
      expect(new X509Certificate(appleWallet!.certificate).fingerprint256).toBe(fingerprint256);
    }
  });

  test('accept an encrypted key with its passphrase', () => {
    const encrypted = createPrivateKey(wallets.APPLE_PASS_KEY!)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sample' })
      .toString();
    const noKey =
      'APPLE_PASS_KEY is not an RSA key in PEM or base64, or APPLE_PASS_KEY_PASSPHRASE does not decrypt it.';
    const changes = { APPLE_PASS_KEY: encrypted, APPLE_PASS_KEY_PASSPHRASE: 'sample' };
    const { appleWallet } = readSettings({ ...requiredSettings, ...wallets, ...changes });
    expect(appleWallet!.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(problemsOf({ ...changes, APPLE_PASS_KEY_PASSPHRASE: 'wrong' })).toEqual([noKey]);
    expect(problemsOf({ ...changes, APPLE_PASS_KEY_PASSPHRASE: '' })).toEqual([noKey]);
  });

  test('are refused while something is missing', () => {
    expect(problemsOf({ APPLE_TEAM_ID: '', APPLE_PASS_KEY: '', GOOGLE_WALLET_KEY: ' ' })).toEqual([
      'APPLE_TEAM_ID and APPLE_PASS_KEY are missing, although related settings are set.',
      'GOOGLE_WALLET_KEY is missing, although related settings are set.',
    ]);
  });

  test('are refused if key, certificates and identifiers do not belong together', async () => {
    const other = await createAuthority();
    const stranger = await other.issue({ name: 'Stranger' });
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pem = elliptic.export({ type: 'pkcs8', format: 'pem' }).toString();
    const noKey =
      'APPLE_PASS_KEY is not an RSA key in PEM or base64, or APPLE_PASS_KEY_PASSPHRASE does not decrypt it.';
    const cases: [Record<string, string>, string[]][] = [
      [{ APPLE_PASS_KEY: stranger.key }, ['APPLE_PASS_KEY does not belong to APPLE_PASS_CERTIFICATE.']],
      [{ APPLE_PASS_KEY: pem }, [noKey]],
      [
        { APPLE_WWDR_CERTIFICATE: other.certificate },
        ['APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE.'],
      ],
      [
        { APPLE_PASS_TYPE_ID: 'pass.org.example.other', APPLE_TEAM_ID: 'OTHERTEAM1' },
        [
          'APPLE_PASS_TYPE_ID is pass.org.example.other, but APPLE_PASS_CERTIFICATE is for pass.org.example.summit.',
          'APPLE_TEAM_ID is OTHERTEAM1, but APPLE_PASS_CERTIFICATE is for SAMPLETEAM.',
        ],
      ],
      [
        { APPLE_PASS_CERTIFICATE: 'sample', APPLE_WWDR_CERTIFICATE: 'sample' },
        [
          'APPLE_PASS_CERTIFICATE is not a certificate in PEM or base64.',
          'APPLE_WWDR_CERTIFICATE is not a certificate in PEM or base64.',
        ],
      ],
      [{ GOOGLE_WALLET_KEY: pem }, ['GOOGLE_WALLET_KEY is not an RSA key in PEM or base64.']],
      [{ APPLE_PUSH_URL: 'http://push.example.org' }, ['APPLE_PUSH_URL is not https.']],
      [
        { APPLE_PASS_TYPE_ID: 'summit' },
        ['APPLE_PASS_TYPE_ID is not a pass type identifier such as pass.org.example.summit.'],
      ],
      [{ APPLE_TEAM_ID: 'team' }, ['APPLE_TEAM_ID is not a team identifier of ten letters and digits.']],
      [
        { GOOGLE_WALLET_ISSUER_ID: 'BCR2' },
        ['GOOGLE_WALLET_ISSUER_ID is not an issuer id, which has digits only.'],
      ],
      [{ GOOGLE_WALLET_EMAIL: 'wallet' }, ["GOOGLE_WALLET_EMAIL is not a service account's email address."]],
    ];
    for (const [changes, problems] of cases) expect(problemsOf(changes)).toEqual(problems);
  });
});
