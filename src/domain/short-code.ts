// Without 0 and O, 1, I and L, which are confused when typed from paper.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 4;
const CODES = LETTERS.length ** LENGTH;
/** Coprime to `CODES`, so that codes are unique, and those of neighboring ids look nothing alike. */
const STEP = 611_953;
/** The inverse of `STEP` modulo `CODES`. */
const BACK = 384_009;

/** A registration's four letters or digits on the door list. They give access to nothing (R-CODE-6). Ids up to 923,520. */
export function shortCode(registrationId: number): string {
  let rest = (registrationId * STEP) % CODES;
  let code = '';
  for (let place = 0; place < LENGTH; place += 1) {
    code = LETTERS[rest % LETTERS.length] + code;
    rest = Math.floor(rest / LETTERS.length);
  }
  return code;
}

/** The stored form of a typed short code; null if it can't be one. */
export function parseShortCode(text: string): string | null {
  const code = text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .toUpperCase();
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

/** The id encoded in a short code; null if it can't be one. */
export function registrationOfShortCode(text: string): number | null {
  const code = parseShortCode(text);
  if (!code) return null;
  const place = [...code].reduce((sum, letter) => sum * LETTERS.length + LETTERS.indexOf(letter), 0);
  return (place * BACK) % CODES || null;
}
