import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A certificate and its key, both PEM. */
interface Certified {
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
export async function createAuthority(): Promise<Authority> {
  const own = await makeKey();
  const issuer = attributesOf({ name: 'Sandbox Wallet Authority' });
  let serials = 0;
  const sign = (publicKey: string, subject: forge.pki.CertificateField[], extensions: object[]) => {
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
    certificate.setExtensions(extensions);
    certificate.sign(forge.pki.privateKeyFromPem(own.key), forge.md.sha256.create());
    return forge.pki.certificateToPem(certificate);
  };
  return {
    certificate: sign(own.publicKey, issuer, [{ name: 'basicConstraints', cA: true }]),
    key: own.key,
    async issue({ address, ...subject }) {
      const { publicKey, key } = await makeKey();
      const certificate = sign(publicKey, attributesOf(subject), [
        { name: 'basicConstraints', cA: false },
        ...(address ? [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }] : []),
      ]);
      return { certificate, key };
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
