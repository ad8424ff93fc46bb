import type { PKPass } from 'passkit-generator';

export type PassProps = NonNullable<ConstructorParameters<typeof PKPass>[2]>;
export type PassField = PKPass['backFields'][number];
/** Named after the areas of a pass in Apple's format. */
export type PassFields = Readonly<
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

export interface SigningTask {
  readonly id: number;
  readonly unsigned: UnsignedPass;
}
export type SigningResponse = { readonly id: number } & (
  | { readonly file: Uint8Array }
  | { readonly problem: string }
);
