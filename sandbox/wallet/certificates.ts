import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A certificate and its key, both PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

interface Subject {
  readonly name: string;
  /** Apple writes the pass type identifier here. */
  readonly userId?: string;
  /** Apple writes the team identifier here. */
  readonly unit?: string;
  /** For a server: its IP address. */
  readonly address?: string;
}

const USER_ID = '0.9.2342.19200300.100.1.1';
const YEARS = 10;

export interface Authority extends Certified {
  issue(subject: Subject): Promise<Certified>;
}

/** Plays the part of Apple's certificate authority. Nobody else trusts it: phones refuse what it signed. */
export async function createAuthority(name = 'Sandbox Wallet Authority'): Promise<Authority> {
  const own = await makeKey();
  const subject = attributesOf({ name });
  const certificate = sign(own, subject, { issuer: subject, signer: own.key, isAuthority: true });
  return {
    certificate,
    key: own.key,
    async issue(wanted) {
      const theirs = await makeKey();
      const made = sign(theirs, attributesOf(wanted), {
        issuer: subject,
        signer: own.key,
        isAuthority: false,
        address: wanted.address,
      });
      return { certificate: made, key: theirs.key };
    },
  };
}

async function makeKey(): Promise<{ key: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

function attributesOf({ name, userId, unit }: Subject): forge.pki.CertificateField[] {
  return [
    ...(userId ? [{ type: USER_ID, value: userId }] : []),
    { name: 'commonName', value: name },
    ...(unit ? [{ name: 'organizationalUnitName', value: unit }] : []),
  ];
}

let serials = 0;

function sign(
  { publicKey }: { publicKey: string },
  subject: forge.pki.CertificateField[],
  {
    issuer,
    signer,
    isAuthority,
    address,
  }: {
    issuer: forge.pki.CertificateField[];
    signer: string;
    isAuthority: boolean;
    address?: string | undefined;
  },
): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  serials += 1;
  certificate.serialNumber = serials.toString(16).padStart(2, '0');
  certificate.validity.notBefore = new Date('2025-01-01T00:00:00Z');
  const ends = new Date();
  ends.setFullYear(ends.getFullYear() + YEARS);
  certificate.validity.notAfter = ends;
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority },
    ...(address ? [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }] : []),
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(signer), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
