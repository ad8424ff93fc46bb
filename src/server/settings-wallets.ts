import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { findIncomplete, type Variables } from './settings-variables.ts';

export interface AppleWalletSettings {
  readonly passTypeId: string;
  readonly teamId: string;
  /** PEM. */
  readonly certificate: string;
  /** PEM, not encrypted. */
  readonly key: string;
  /** Apple's intermediate certificate that issued ours; PEM. */
  readonly intermediate: string;
  readonly expiresAt: Date;
  /** Apple's push server. */
  readonly pushUrl: string;
}

export interface GoogleWalletSettings {
  readonly issuerId: string;
  readonly email: string;
  /** PEM. */
  readonly key: string;
  /** Google's API, and its token endpoint. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
}

const APPLE_SET = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERTIFICATE',
] as const;
const GOOGLE_SET = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_EMAIL', 'GOOGLE_WALLET_KEY'] as const;

/**
 * Problems, one sentence each: a wallet must be configured completely or not at all, with matching keys and
 * certificates.
 */
export function findWalletProblems(set: Variables): string[] {
  const incomplete = findIncomplete(set, [APPLE_SET, GOOGLE_SET]);
  return [...incomplete, ...findAppleProblems(set), ...findGoogleProblems(set)];
}

function findAppleProblems(set: Variables): string[] {
  if (!APPLE_SET.every((name) => set[name])) return [];
  const problems: string[] = [];
  const certificate = readCertificate(set.APPLE_PASS_CERTIFICATE!);
  const intermediate = readCertificate(set.APPLE_WWDR_CERTIFICATE!);
  const key = readKey(set.APPLE_PASS_KEY!, set.APPLE_PASS_KEY_PASSPHRASE);
  for (const [name, read] of [
    ['APPLE_PASS_CERTIFICATE', certificate],
    ['APPLE_WWDR_CERTIFICATE', intermediate],
  ] as const) {
    if (!read) problems.push(`${name} is not a certificate in PEM or base64.`);
  }
  if (!key) {
    problems.push(
      'APPLE_PASS_KEY is not an RSA key in PEM or base64, or APPLE_PASS_KEY_PASSPHRASE does not decrypt it.',
    );
  }
  if (certificate && key && !certificate.checkPrivateKey(key)) {
    problems.push('APPLE_PASS_KEY does not belong to APPLE_PASS_CERTIFICATE.');
  }
  if (certificate && intermediate && !isIssuedBy(certificate, intermediate)) {
    problems.push('APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE.');
  }
  for (const [name, field] of [
    ['APPLE_PASS_TYPE_ID', 'UID'],
    ['APPLE_TEAM_ID', 'OU'],
  ] as const) {
    const said = certificate && subjectField(certificate, field);
    if (certificate && said !== set[name]) {
      problems.push(`${name} is ${set[name]}, but APPLE_PASS_CERTIFICATE is for ${said ?? 'nobody'}.`);
    }
  }
  const push = new URL(set.APPLE_PUSH_URL);
  if (push.protocol !== 'https:') problems.push('APPLE_PUSH_URL is not https.');
  return problems;
}

function findGoogleProblems(set: Variables): string[] {
  if (!GOOGLE_SET.every((name) => set[name]) || readKey(set.GOOGLE_WALLET_KEY!)) return [];
  return ['GOOGLE_WALLET_KEY is not an RSA key in PEM or base64.'];
}

/** Null if not configured. Call it with settings that have no problems. */
export function appleWalletOf(set: Variables): AppleWalletSettings | null {
  if (!APPLE_SET.every((name) => set[name])) return null;
  const certificate = readCertificate(set.APPLE_PASS_CERTIFICATE!)!;
  return {
    passTypeId: set.APPLE_PASS_TYPE_ID!,
    teamId: set.APPLE_TEAM_ID!,
    certificate: certificate.toString(),
    key: pemOf(readKey(set.APPLE_PASS_KEY!, set.APPLE_PASS_KEY_PASSPHRASE)!),
    intermediate: readCertificate(set.APPLE_WWDR_CERTIFICATE!)!.toString(),
    expiresAt: new Date(certificate.validTo),
    pushUrl: set.APPLE_PUSH_URL.replace(/\/$/, ''),
  };
}

export function googleWalletOf(set: Variables): GoogleWalletSettings | null {
  if (!GOOGLE_SET.every((name) => set[name])) return null;
  return {
    issuerId: set.GOOGLE_WALLET_ISSUER_ID!,
    email: set.GOOGLE_WALLET_EMAIL!,
    key: pemOf(readKey(set.GOOGLE_WALLET_KEY!)!),
    apiUrl: set.GOOGLE_WALLET_URL.replace(/\/$/, ''),
    tokenUrl: set.GOOGLE_TOKEN_URL,
  };
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** PEM, with real or written (`\n`) line breaks; or, for files that allow one line only, the base64 of PEM or DER. */
function fileOf(text: string): Buffer {
  const pem = text.replaceAll('\\n', '\n').trim();
  return pem.startsWith('-----BEGIN') ? Buffer.from(pem) : Buffer.from(pem, 'base64');
}

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(fileOf(text));
  } catch {
    return null;
  }
}

function readKey(text: string, passphrase?: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: fileOf(text), passphrase: passphrase ?? '' });
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function subjectField(certificate: X509Certificate, field: string): string | null {
  const line = certificate.subject.split('\n').find((one) => one.startsWith(`${field}=`));
  return line?.slice(field.length + 1) ?? null;
}
