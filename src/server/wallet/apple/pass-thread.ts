import { PKPass } from 'passkit-generator';
import type { UnsignedPass } from './sign-pass.ts';

/** Signs a pass; in a separate thread. */
export default function sign({
  images,
  certificates,
  props,
  fields,
  barcode,
  days,
}: UnsignedPass): Uint8Array {
  const files = Object.entries(images).map(([name, image]) => [name, Buffer.from(image)] as const);
  const pass = new PKPass(Object.fromEntries(files), certificates, props);
  pass.type = 'eventTicket';
  pass.headerFields.push(...fields.headerFields);
  pass.primaryFields.push(...fields.primaryFields);
  pass.secondaryFields.push(...fields.secondaryFields);
  pass.auxiliaryFields.push(...fields.auxiliaryFields);
  pass.backFields.push(...fields.backFields);
  if (barcode) {
    pass.setBarcodes({ format: 'PKBarcodeFormatQR', messageEncoding: 'iso-8859-1', ...barcode });
  }
  // The first is for iOS before 18, the second for 18 and later.
  pass.setRelevantDate(days[0]!.startDate);
  pass.setRelevantDates([...days]);
  pass.setExpirationDate(days.at(-1)!.endDate);
  return pass.getAsBuffer();
}
