import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { unzipSync } from 'fflate';
import forge from 'node-forge';

interface ReadPass {
  readonly files: Readonly<Record<string, Uint8Array>>;
  // biome-ignore lint/suspicious/noExplicitAny: a pass as phones read it
  readonly pass: any;
  /** The certificates in the signature. */
  readonly certificates: readonly X509Certificate[];
}

/**
 * Opens a `.pkpass` like a phone: every file must match its hash in the manifest, and the manifest must be signed with
 * a certificate issued by `authority`. Throws otherwise.
 */
export function readPass(zip: ArrayBuffer, authority: string): ReadPass {
  const files = unzipSync(new Uint8Array(zip));
  const { 'manifest.json': manifest, signature, ...rest } = files;
  const listed = JSON.parse(Buffer.from(manifest!).toString()) as Record<string, string>;
  const found = Object.fromEntries(
    Object.entries(rest).map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]),
  );
  const sorted = (hashes: Record<string, string>) => JSON.stringify(Object.entries(hashes).toSorted());
  if (sorted(listed) !== sorted(found)) throw new Error('the manifest does not match the files');
  const certificates = verify(signature!, manifest!, new X509Certificate(authority));
  return { files, pass: JSON.parse(Buffer.from(files['pass.json']!).toString()), certificates };
}

interface Signed {
  readonly certificates: forge.pki.Certificate[];
  readonly rawCapture: { readonly signature: string; readonly authenticatedAttributes: forge.asn1.Asn1[] };
}

/** PKCS #7 with signed attributes and without content. Node doesn't support it, and forge can only sign. */
function verify(signature: Uint8Array, content: Uint8Array, authority: X509Certificate): X509Certificate[] {
  const { certificates, rawCapture } = forge.pkcs7.messageFromAsn1(
    forge.asn1.fromDer(Buffer.from(signature).toString('binary')),
  ) as unknown as Signed;
  const read = certificates.map((one) => new X509Certificate(forge.pki.certificateToPem(one)));
  const signer = read.find((one) => one.fingerprint256 !== authority.fingerprint256);
  if (!signer?.checkIssued(authority) || !signer.verify(authority.publicKey)) {
    throw new Error('the signer was not issued by the authority');
  }
  const attributes = new Map(rawCapture.authenticatedAttributes.map(attribute));
  const digest = attributes.get(forge.pki.oids.messageDigest!);
  const expected = createHash('sha1').update(content).digest();
  if (!digest || !expected.equals(Buffer.from(digest, 'binary'))) {
    throw new Error('the signature belongs to another manifest');
  }
  if (!attributes.has(forge.pki.oids.signingTime!)) throw new Error('the signature has no time');
  // The attributes are signed as a SET, not with their tag in the message.
  const set = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    rawCapture.authenticatedAttributes,
  );
  const signed = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary');
  const isTheirs = createVerify('sha1')
    .update(signed)
    .verify(signer.publicKey, Buffer.from(rawCapture.signature, 'binary'));
  if (!isTheirs) throw new Error('the signature does not match the certificate');
  return read;
}

/** Object identifier and value. */
function attribute({ value }: forge.asn1.Asn1): [string, string] {
  const [id, values] = value as forge.asn1.Asn1[];
  const [first] = values!.value as forge.asn1.Asn1[];
  return [forge.asn1.derToOid(id!.value as string), first!.value as string];
}
