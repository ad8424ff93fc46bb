import type { PKPass } from 'passkit-generator';
import { openThread } from '../../open-thread.ts';

const runInThread = openThread<UnsignedPass, Uint8Array>(new URL('./pass-thread.ts', import.meta.url));

/**
 * Signs a pass in a separate thread: the library computes the signature in JavaScript, which would block purchases for
 * some 50 ms. Sites without passes never start it.
 */
export async function signPass(unsigned: UnsignedPass): Promise<Buffer> {
  return Buffer.from(await runInThread(unsigned));
}

type PassProps = NonNullable<ConstructorParameters<typeof PKPass>[2]>;
export type PassField = PKPass['backFields'][number];
/** Named after the areas of a pass in Apple's format. */
type PassFields = Readonly<
  Record<
    'headerFields' | 'primaryFields' | 'secondaryFields' | 'auxiliaryFields' | 'backFields',
    readonly PassField[]
  >
>;

/** Everything in a pass except its manifest and signature. */
export interface UnsignedPass {
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** PEM. */
  readonly certificates: { readonly signerCert: string; readonly signerKey: string; readonly wwdr: string };
  readonly props: PassProps;
  readonly fields: PassFields;
  /** The QR code, and the text below it. */
  readonly barcode: { readonly message: string; readonly altText: string } | null;
  /** Earliest first. */
  readonly days: readonly { readonly startDate: Date; readonly endDate: Date }[];
}
