// Crockford's base 32: no I, L, O or U, and only characters of the QR alphanumeric mode.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The number of random bytes in a transaction id or QR token: 136 bits (R-CODE-3). */
export const CODE_BYTES = 17;

const CODE_LENGTH = Math.ceil((CODE_BYTES * 8) / 5);

/** The key to an order's pages, from CODE_BYTES random bytes. */
export function transactionIdFrom(bytes: Uint8Array): string {
  return encode(bytes);
}

/** The content of a ticket's QR code; `T` distinguishes it from a transaction id. */
export function qrTokenFrom(bytes: Uint8Array): string {
  return `T${encode(bytes)}`;
}

/** The secret in a claim link. */
export function claimKeyFrom(bytes: Uint8Array): string {
  return `K${encode(bytes)}`;
}

/** The stored form of a claim link's secret; null if it can't be one. */
export function parseClaimKey(text: string): string | null {
  return parseKey('K', text);
}

/**
 * The stored form of a typed code: without groups, dashes and spaces, and with letters that look like digits read as
 * those digits (R-CODE-5).
 */
export function plainCode(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}\p{Cf}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** The stored form of a scanned, pasted or typed token; null if it can't be one. */
export function parseQrToken(text: string): string | null {
  return parseKey('T', text);
}

/** A code in groups of five characters, as people read it aloud. */
export function codeGroups(code: string): string[] {
  return code.match(/.{1,5}/g) ?? [];
}

export function isTransactionId(text: string): boolean {
  return text.length === CODE_LENGTH && isCode(text);
}

/**
 * The stored form of a transaction id from a link, the clipboard or the keyboard; null if it can't be one (R-CODE-5).
 */
export function parseTransactionId(text: string): string | null {
  const id = plainCode(text);
  return isTransactionId(id) ? id : null;
}

/** At least this much of a transaction id is typed to search by it; fewer random letters could spell a name. */
const PART_LENGTH = 5;

/** The part of a transaction id in a search (R-SEARCH-1); null if the text can't be one. */
export function parsePartOfTransactionId(text: string): string | null {
  const part = plainCode(text);
  return part.length >= PART_LENGTH && isCode(part) ? part : null;
}

/** The number that people say on the phone, `DSS000042`. It gives access to nothing (R-CODE-2). */
export function registrationNumber(shortCode: string, orderId: number): string {
  return `${shortCode}${String(orderId).padStart(6, '0')}`;
}

/** The order id in a typed number, which may lack zeros or have a space or dash after the letters. */
export function parseRegistrationNumber(shortCode: string, text: string): number | null {
  const match = new RegExp(`^${shortCode}[ -]?(\\d+)$`, 'i').exec(text.trim());
  return match ? Number(match[1]) : null;
}

function parseKey(letter: 'T' | 'K', text: string): string | null {
  const key = plainCode(text);
  return key.length === CODE_LENGTH + 1 && key.startsWith(letter) && isCode(key.slice(1)) ? key : null;
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
