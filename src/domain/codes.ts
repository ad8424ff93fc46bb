// Crockford's base 32: no I, L, O or U, and every letter is in the QR alphanumeric alphabet.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes that a transaction id or QR token is made of: 136 bits (R-CODE-3). */
export const CODE_BYTES = 17;

const CODE_LENGTH = Math.ceil((CODE_BYTES * 8) / 5);

/** The key to an order's pages; `bytes` are CODE_BYTES random ones. */
export function transactionIdFrom(bytes: Uint8Array): string {
  return encode(bytes);
}

/** What a ticket's QR code says; the `T` keeps it apart from a transaction id. */
export function qrTokenFrom(bytes: Uint8Array): string {
  return `T${encode(bytes)}`;
}

/**
 * A code as it is stored, from one that somebody typed: groups, dashes, and blanks are left out, and the letters that
 * look like digits are read as those digits (R-CODE-5).
 */
export function plainCode(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}\p{Cf}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** The stored form of a token that was scanned, pasted, or typed; null when it cannot be one. */
export function parseQrToken(text: string): string | null {
  const token = plainCode(text);
  return token.length === CODE_LENGTH + 1 && token.startsWith('T') && isCode(token.slice(1)) ? token : null;
}

export function isTransactionId(text: string): boolean {
  return text.length === CODE_LENGTH && isCode(text);
}

/** The stored form of a transaction id that was followed, pasted, or typed; null when it cannot be one (R-CODE-5). */
export function parseTransactionId(text: string): string | null {
  const id = plainCode(text);
  return isTransactionId(id) ? id : null;
}

/** The number that people say on the phone, `DSS000042`; it opens nothing (R-CODE-2). */
export function registrationNumber(shortCode: string, orderId: number): string {
  return `${shortCode}${String(orderId).padStart(6, '0')}`;
}

/** The order's id of a number as people type it: without the zeros, or with a blank or a dash after the letters. */
export function parseRegistrationNumber(shortCode: string, text: string): number | null {
  const match = new RegExp(`^${shortCode}[ -]?(\\d+)$`, 'i').exec(text.trim());
  return match ? Number(match[1]) : null;
}

function isCode(text: string): boolean {
  return [...text].every((letter) => ALPHABET.includes(letter));
}

function encode(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES) throw new RangeError(`a code needs ${CODE_BYTES} random bytes`);
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
      buffer &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + ALPHABET[(buffer << (5 - bits)) & 31] : text;
}
